import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

const operation = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '3',
  '& + &': { paddingTop: '4', marginTop: '4', borderTop: 'hairline' },
});
const operationWords = css({ display: 'grid', gap: '0.5', flex: '1', minWidth: '24' });
const operationTitle = css({ textStyle: 'label' });
const mutedText = css({ textStyle: 'small', color: 'muted', textWrap: 'pretty' });

/** An operation on a whole project: what it does, and its button. */
export const OperationRow = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className={operation}>
    <div className={operationWords}>
      <h3 className={operationTitle}>{title}</h3>
      <p className={mutedText}>{text}</p>
    </div>
    {children}
  </div>
);
