import { css } from 'styled-system/css';
import { Button } from '../ui/Button.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { Diff } from './ConflictView.tsx';

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  padding: '2',
  flexShrink: '0',
  maxHeight: '[75%]',
  overflow: 'auto',
  borderBottom: 'hairline',
});
const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', rowGap: '1.5' });
const words = css({ flex: '1', minWidth: 'menu', textStyle: 'small', color: 'muted' });
const title = css({ textStyle: 'label', color: 'text', marginInlineEnd: '1' });

interface ProposalReviewProps {
  /** The query as it is. */
  sql: string;
  proposed: string;
  onAccepted: (sql: string) => void;
  onRejected: () => void;
}

/** SQL of the assistant beside the query that it would change: nothing changes before the user accepts it. */
export default function ProposalReview({ sql, proposed, onAccepted, onRejected }: ProposalReviewProps) {
  const isNew = sql.trim() === '';
  return (
    <section className={frame} aria-label="SQL from the assistant" data-proposal>
      <div className={head}>
        <p className={words} role="status">
          <span className={title}>SQL from the assistant</span>{' '}
          {isNew ? 'Review it before you run it.' : 'Review the changes. Nothing is run.'}
        </p>
        <Button variant="primary" size="small" onClick={() => onAccepted(proposed)}>
          {isNew ? 'Accept SQL' : 'Replace query'}
        </Button>
        {!isNew && (
          <Button size="small" onClick={() => onAccepted(`${sql.trimEnd()}\n\n${proposed}`)}>
            Add below
          </Button>
        )}
        <Button size="small" onClick={onRejected}>
          Reject SQL
        </Button>
      </div>
      {isNew ? (
        <CodeBlock label="Proposed SQL" code={proposed} wraps />
      ) : (
        <Diff
          left={sql}
          right={proposed}
          names={{ left: 'Your query', right: 'Proposed', both: 'Your query and the proposed one' }}
        />
      )}
    </section>
  );
}
