import { useSelector } from '@xstate/react';
import Undo from 'lucide-react/icons/undo-2';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import { ownValue } from '../../contract/common/ownValue.ts';
import { oneLine } from '../../contract/sql/oneLine.ts';
import type { Cell } from '../../contract/sql/query.ts';
import type { RowChange } from '../../contract/tables/changes.ts';
import { goneIn } from '../../contract/tables/columnNumbers.ts';
import { columnsOfKey, isOfColumns, keyWords, type RowKey } from '../../contract/tables/rowKey.ts';
import type { StagedChange } from '../../contract/tables/stagedRow.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectCommitsAs,
  selectStaged,
  selectStagedCount,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { isOfOtherRole } from '../../machines/tables/stagedEdits/stagedRoles.ts';
import { isOfOtherKey } from '../../machines/tables/stagedEdits/stagedRows.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { changeSql, type ChangeTarget } from './changeSql.ts';
import { roleWords } from './roleWords.ts';

const list = css({ display: 'grid', gap: '4', margin: '0', padding: '0', listStyle: 'none' });
const head = css({ display: 'flex', alignItems: 'center', gap: '2' });
const keyText = css({
  textStyle: 'mono',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  flex: '1',
});
const facts = css({
  display: 'grid',
  gridTemplateColumns: '[max-content minmax(0, 1fr) minmax(0, 1fr)]',
  columnGap: '4',
  rowGap: '1',
  margin: '0',
  paddingBlock: '2',
  textStyle: 'small',
});
const unmatched = css({ textStyle: 'small', color: 'warning', paddingTop: '2' });
const name = css({ color: 'muted' });
const before = css({ margin: '0', color: 'danger', textDecoration: 'line-through', overflowWrap: 'anywhere' });
const after = css({ margin: '0', color: 'success', overflowWrap: 'anywhere' });

/** Changes that are listed; the rest are as many rows as a person cannot read. */
const shownMax = 200;
const shownLength = 300;

const kinds: Readonly<Record<RowChange['type'], { tone: BadgeTone; label: string }>> = {
  insert: { tone: 'success', label: 'Insert' },
  update: { tone: 'warning', label: 'Update' },
  delete: { tone: 'danger', label: 'Delete' },
};

const shownValue = (value: Cell | undefined): string =>
  value === null || value === undefined ? 'NULL' : value === '' ? 'Empty string' : oneLine(value, shownLength);

/** A row by its key, such as "row where id = 2". */
function rowWords(key: RowKey, columns: readonly string[] = []): string {
  const names = isOfColumns(columns, key) ? columns : columnsOfKey(key);
  return names === null
    ? `row ${keyWords(key)}`
    : `row where ${names.map((column) => `${column} = ${key[column]}`).join(' and ')}`;
}

/** Why a change cannot be committed: nothing tells whether the row that it was made in is still the one meant. */
function unmatchedWords({ key }: TableDetail, change: RowChange): string {
  const columns = change.type === 'insert' ? null : columnsOfKey(change.key);
  const staged =
    columns === null
      ? 'It was staged by an older version of the dashboard, which did not store the columns of the key'
      : `Its row was known by ${columns.join(', ')}, and the table has ${key.length === 0 ? 'no key now' : `the key ${key.join(', ')} now`}`;
  return `${staged}. It cannot be committed: copy what you need, and undo it.`;
}

const goneWords = (columns: readonly string[]): string =>
  `The table no longer has ${columns.length === 1 ? 'the column' : 'the columns'} ${columns.join(', ')}: copy what you need, and leave ${columns.length === 1 ? 'it' : 'them'} out.`;

/** What an update changes, before and after. */
const Values = ({ change }: { change: Extract<RowChange, { type: 'update' }> }) => (
  <dl className={facts}>
    {[...Object.keys(change.values), ...change.defaults].map((column) => (
      <div key={column} className={css({ display: 'contents' })}>
        <dt className={name}>{column}</dt>
        <dd className={before}>{shownValue(ownValue(change.old, column))}</dd>
        <dd className={after}>
          {change.defaults.includes(column) ? 'DEFAULT' : shownValue(ownValue(change.values, column))}
        </dd>
      </div>
    ))}
  </dl>
);

interface ChangeListProps {
  /** Null for a table that is gone. */
  table: TableDetail | null;
  /** What the table is called in SQL. */
  target: ChangeTarget;
  edits: ActorRefFrom<typeof stagedEditsMachine>;
}

/** Why a change cannot be committed as it is, or would be made otherwise than it was staged. */
function ChangeNotes({ change, table, edits }: Omit<ChangeListProps, 'target'> & { change: StagedChange }) {
  const viewAs = useSelector(edits, selectCommitsAs);
  if (table === null) return null;
  const gone = goneIn(change, table.columns);
  return (
    <>
      {isOfOtherKey(table.key, change) && <p className={unmatched}>{unmatchedWords(table, change)}</p>}
      {isOfOtherRole(change, viewAs) && <p className={unmatched}>{`Staged as ${roleWords(change.stagedAs)}.`}</p>}
      {gone.length > 0 && <p className={unmatched}>{goneWords(gone)}</p>}
    </>
  );
}

const cannotCommit = (table: TableDetail | null, change: StagedChange): boolean =>
  table === null || isOfOtherKey(table.key, change) || goneIn(change, table.columns).length > 0;

/** Staged changes, each with the SQL that it becomes, and a way to undo it. */
export function ChangeList({ table, target, edits }: ChangeListProps) {
  const { rows, changes } = useSelector(edits, selectStaged);
  const shown = changes.slice(0, shownMax);
  return (
    <>
      <ol className={list}>
        {shown.map((change, place) => {
          const row = rows[place]!;
          const { tone, label } = kinds[change.type];
          const about = change.type === 'insert' ? 'new row' : rowWords(change.key, table?.key);
          const sql = changeSql(target, change);
          return (
            <li key={row}>
              <div className={head}>
                <Badge tone={tone}>{label}</Badge>
                <span className={keyText}>{about}</span>
                <IconButton
                  label={`Undo ${label.toLowerCase()} of ${about}`}
                  tip={false}
                  variant="text"
                  size="small"
                  icon={<Undo />}
                  onClick={() => edits.send({ type: 'change.reverted', row })}
                />
              </div>
              <ChangeNotes change={change} table={table} edits={edits} />
              {change.type === 'update' && <Values change={change} />}
              <CodeBlock
                label={`SQL of ${about}`}
                code={sql}
                action={cannotCommit(table, change) && <CopyButton what={`the SQL of ${about}`} text={sql} />}
              />
            </li>
          );
        })}
      </ol>
      {changes.length > shown.length && (
        <p className={name}>{`And ${countWords(changes.length - shown.length, 'change')} more.`}</p>
      )}
    </>
  );
}

interface ChangesDialogProps {
  table: TableDetail;
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  /** Whether the changes can be committed now. */
  canCommit: boolean;
  onClose: () => void;
}

/** Every staged change, and the SQL that it becomes. */
export function ChangesDialog({ table, edits, canCommit, onClose }: ChangesDialogProps) {
  const count = useSelector(edits, selectStagedCount);
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title="Staged changes"
      description={`${countWords(count, 'change')} to ${table.name}. Commit applies them in one transaction. If a row has changed since you loaded it, none are applied.`}
      footer={
        <>
          <Button onClick={onClose}>Back to the rows</Button>
          <Button
            variant="primary"
            disabled={!canCommit}
            onClick={() => {
              // What becomes of it is said beside the rows.
              onClose();
              edits.send({ type: 'commit.requested' });
            }}
          >
            Commit
          </Button>
        </>
      }
    >
      <ChangeList table={table} target={table} edits={edits} />
    </Dialog>
  );
}
