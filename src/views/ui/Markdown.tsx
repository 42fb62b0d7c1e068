import { lazy, Suspense } from 'react';
import { css } from 'styled-system/css';

const plain = css({ textStyle: 'prose', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

/** Shown until the parser has loaded, or if it fails to load. */
const Plain = ({ text }: { text: string }) => <div className={plain}>{text}</div>;

const Body = lazy(() => import('./MarkdownBody.tsx').catch(() => ({ default: Plain })));

/** Markdown text of a user. HTML in it is shown as text, and links follow the specification's policy (section 5). */
export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<Plain text={text} />}>
    <Body text={text} />
  </Suspense>
);
