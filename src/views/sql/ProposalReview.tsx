import { css } from 'styled-system/css';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Diff } from './ConflictView.tsx';

const frame = css({ display: 'grid', gap: '2', padding: '2', flexShrink: '0', maxHeight: 'half', overflow: 'auto' });

interface ProposalReviewProps {
  /** The query as it is. */
  sql: string;
  proposed: string;
  onAccepted: (sql: string) => void;
  onRejected: () => void;
}

/** SQL of the assistant beside the query that it would change: nothing changes before the user accepts it. */
export const ProposalReview = ({ sql, proposed, onAccepted, onRejected }: ProposalReviewProps) => (
  <div className={frame}>
    <Alert
      title="SQL from the assistant"
      announce
      actions={
        <>
          <Button variant="primary" size="small" onClick={() => onAccepted(proposed)}>
            {sql.trim() === '' ? 'Accept SQL' : 'Replace query'}
          </Button>
          {sql.trim() !== '' && (
            <Button size="small" onClick={() => onAccepted(`${sql.trimEnd()}\n\n${proposed}`)}>
              Add below
            </Button>
          )}
          <Button size="small" onClick={onRejected}>
            Reject SQL
          </Button>
        </>
      }
    >
      Review the difference. It is not run.
    </Alert>
    <Diff
      left={sql}
      right={proposed}
      names={{ left: 'Your query', right: 'Proposed', both: 'Your query and the proposed one' }}
    />
  </div>
);
