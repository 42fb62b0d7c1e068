import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { Failure } from '../../contract/common/apiError.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { ErrorGuideLine } from './ErrorGuide.tsx';

const details = css({
  textStyle: 'small',
  paddingTop: '1',
  '& > summary': { cursor: 'pointer', width: 'fit', paddingBlock: { _coarse: '3' }, color: 'muted' },
});
const facts = css({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '0.5',
  paddingTop: '1',
});
const fact = css({ display: 'inline-flex', gap: '1', minWidth: '0' });
const factName = css({ flexShrink: '0' });
const value = css({ textStyle: 'mono', lineHeight: 'tight', overflowWrap: 'anywhere', userSelect: 'all' });

interface ErrorStateProps {
  /** What failed, such as "Could not load the projects". */
  title: string;
  failure: Failure;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** An alternative to retrying. */
  action?: ReactNode;
}

/** A failed read or action: what failed, why and what to do; code and request id on request. */
export const ErrorState = ({ title, failure, onRetry, retrying = false, action }: ErrorStateProps) => (
  <Alert
    variant="destructive"
    announce
    title={title}
    actions={
      (onRetry !== undefined || action != null) && (
        <>
          {onRetry && (
            <Button size="small" loading={retrying} onClick={onRetry}>
              Try again
            </Button>
          )}
          {action}
        </>
      )
    }
  >
    <p>{failure.message}</p>
    {failure.description !== undefined && <p>{failure.description}</p>}
    <ErrorGuideLine address={failure.guide} />
    {/* Without a response, the code is that of a server's fault (specification, section 8) and would mislead. */}
    {(!failure.unanswered || failure.requestId !== undefined) && (
      <details className={details}>
        <summary>Details</summary>
        <div className={facts}>
          {!failure.unanswered && (
            <span className={fact}>
              <span className={factName}>Error code</span> <span className={value}>{failure.code}</span>
            </span>
          )}
          {failure.requestId !== undefined && (
            <span className={fact}>
              <span className={factName}>Request ID</span> <span className={value}>{failure.requestId}</span>
            </span>
          )}
        </div>
      </details>
    )}
  </Alert>
);
