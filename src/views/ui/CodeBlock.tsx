import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { ScrollRegion } from './ScrollRegion.tsx';

const frame = css({
  position: 'relative',
  background: 'sunken',
  border: 'hairline',
  borderRadius: 'medium',
  minWidth: '0',
});
const text = css({
  margin: '0',
  paddingBlock: '3',
  paddingInline: '4',
  overflowX: 'auto',
  textStyle: 'mono',
  color: 'syntaxName',
  whiteSpace: 'pre',
  tabSize: '2',
});
const corner = css({
  position: 'absolute',
  insetBlockStart: '0',
  insetInlineEnd: '0',
  padding: '1.5',
  background: 'sunken',
  borderRadius: 'medium',
});

export interface CodeBlockProps {
  label: string;
  code: string;
  /** The same text with its tokens in color. */
  colored?: ReactNode;
  /** Usually a `CopyButton`. */
  action?: ReactNode;
}

/** A block of data or code that can be copied. */
export const CodeBlock = ({ label, code, colored = code, action }: CodeBlockProps) => (
  <div className={frame}>
    <ScrollRegion as="pre" className={text} label={label}>
      <code>{colored}</code>
    </ScrollRegion>
    {action != null && <div className={corner}>{action}</div>}
  </div>
);
