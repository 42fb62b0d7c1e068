import { errorGuide } from '../../contract/docs/errorGuide.ts';
import type { CommitOutcome } from '../../contract/tables/changes.ts';
import { Alert } from '../ui/Alert.tsx';
import { ErrorGuide } from '../ui/ErrorGuide.tsx';

type Refused = Extract<CommitOutcome, { outcome: 'failed' }>;

const titleOf = ({ column, constraint }: Refused): string =>
  `Nothing was committed: the database rejected ${column === null ? 'a row' : `a value in ${column}`}${constraint === null ? '' : ` (${constraint})`}`;

/** Says why the database refused the changes. */
export const RefusalNotice = ({ refused }: { refused: Refused }) => (
  <Alert variant="destructive" announce title={titleOf(refused)}>
    {[refused.error.message, refused.error.detail, refused.error.hint]
      .filter((sentence) => sentence !== undefined)
      .map((sentence) => sentence.replace(/(?<=[^.])$/, '.'))
      .join(' ')}{' '}
    <ErrorGuide address={errorGuide(refused.error.code)} />
  </Alert>
);
