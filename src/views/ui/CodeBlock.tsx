import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { ScrollRegion } from './ScrollRegion.tsx';

const frame = css({
  display: 'flex',
  alignItems: 'flex-start',
  background: 'sunken',
  border: 'hairline',
  borderRadius: 'medium',
  minWidth: '0',
});
const text = css({
  flex: '1',
  minWidth: '0',
  margin: '0',
  paddingBlock: '3',
  paddingInline: '4',
  overflowX: 'auto',
  textStyle: 'mono',
  color: 'syntaxName',
  tabSize: '2',
});
const lines = {
  whole: css({ whiteSpace: 'pre' }),
  wrapped: css({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }),
};
// Beside the code: over it, it would cover half of the second line.
const corner = css({ flexShrink: '0', padding: '1.5' });

interface CodeBlockProps {
  label: string;
  code: string;
  /** The same text with its tokens in color. */
  colored?: ReactNode;
  /** Usually a `CopyButton`. */
  action?: ReactNode;
  /** Breaks long lines, where none of it may be out of sight. */
  wraps?: boolean;
}

/** A block of data or code that can be copied. */
export const CodeBlock = ({ label, code, colored = code, action, wraps = false }: CodeBlockProps) => (
  <div className={frame}>
    <ScrollRegion as="pre" className={cx(text, wraps ? lines.wrapped : lines.whole)} label={label}>
      <code>{colored}</code>
    </ScrollRegion>
    {action != null && <div className={corner}>{action}</div>}
  </div>
);
