import { lazy, Suspense } from 'react';
import { css } from 'styled-system/css';

const plain = css({ textStyle: 'prose', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

/** What is read until the parser has come, and where it never does. */
const Plain = ({ text }: { text: string }) => <div className={plain}>{text}</div>;

const Body = lazy(() => import('./MarkdownBody.tsx').catch(() => ({ default: Plain })));

/** Text that somebody wrote in Markdown. HTML in it is shown as text, and links follow the specification's policy (section 5). */
export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<Plain text={text} />}>
    <Body text={text} />
  </Suspense>
);
