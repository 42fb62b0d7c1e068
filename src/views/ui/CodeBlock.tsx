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

/** A block of data or code that can be copied. `action` is usually a `CopyButton`. */
export const CodeBlock = ({ label, code, action }: { label: string; code: string; action?: ReactNode }) => (
  <div className={frame}>
    <ScrollRegion as="pre" className={text} label={label}>
      <code>{code}</code>
    </ScrollRegion>
    {action != null && <div className={corner}>{action}</div>}
  </div>
);
