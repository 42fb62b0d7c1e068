import Code from 'lucide-react/icons/code-xml';
import KeyRound from 'lucide-react/icons/key-round';
import Terminal from 'lucide-react/icons/square-terminal';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { IfAvailable } from '../parts/IfAvailable.tsx';

const list = css({
  display: 'grid',
  gap: '3',
  gridTemplateColumns: { base: '[repeat(3, minmax(0, 1fr))]', mdDown: '[minmax(0, 1fr)]' },
});
const step = css({
  display: 'flex',
  gap: '3',
  alignItems: 'flex-start',
  height: 'full',
  padding: '4',
  color: 'text',
  background: 'surface',
  border: 'hairline',
  borderRadius: 'medium',
  textDecoration: 'none',
  _hover: { background: 'hover' },
  '& > svg': { flexShrink: '0', boxSize: 'icon.large', color: 'accent' },
});
const words = css({ display: 'grid', gap: '0.5' });
const titleText = css({ textStyle: 'label' });
const mutedText = css({ textStyle: 'small', color: 'muted', textWrap: 'pretty' });

const Words = ({ title, children }: { title: string; children: ReactNode }) => (
  <span className={words}>
    <span className={titleText}>{title}</span>
    <span className={mutedText}>{children}</span>
  </span>
);

/** First steps with a running project. */
export const NextSteps = ({ projectRef }: { projectRef: string }) => (
  <nav aria-label="Get started">
    <ul className={list}>
      <IfAvailable route="sql">
        <li>
          <Link href={href('sql', { ref: projectRef })} className={step}>
            <Terminal aria-hidden />
            <Words title="Create a table">Write and run SQL in the SQL editor.</Words>
          </Link>
        </li>
      </IfAvailable>
      {/* Sections of this page: the browser scrolls to them. */}
      <li>
        <a href="#program" className={step}>
          <Code aria-hidden />
          <Words title="Connect your app">Code snippets in five languages.</Words>
        </a>
      </li>
      <li>
        <a href="#keys" className={step}>
          <KeyRound aria-hidden />
          <Words title="Copy API keys">The API URL and the keys to use it.</Words>
        </a>
      </li>
    </ul>
  </nav>
);
