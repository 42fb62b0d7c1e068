import { useSelector } from '@xstate/react';
import Undo from 'lucide-react/icons/undo-2';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { ownValue } from '../../contract/common/ownValue.ts';
import { oneLine } from '../../contract/sql/oneLine.ts';
import type { Cell } from '../../contract/sql/query.ts';
import type { RowChange } from '../../contract/tables/changes.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import { selectStaged } from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { countWords } from '../parts/quantities.ts';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { changeSql } from './changeSql.ts';

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
  value === null || value === undefined ? 'NULL' : value === '' ? 'Empty text' : oneLine(value, shownLength);

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

export interface ChangesDialogProps {
  table: TableDetail;
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  onClose: () => void;
}

/** Every staged change, and the SQL that it becomes. */
export function ChangesDialog({ table, edits, onClose }: ChangesDialogProps) {
  const { rows, changes } = useSelector(edits, selectStaged);
  const shown = changes.slice(0, shownMax);
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title="Staged changes"
      description={`${countWords(changes.length, 'change')} of ${table.name}, made in one transaction when you commit.`}
    >
      <ol className={list}>
        {shown.map((change, place) => {
          const row = rows[place]!;
          const { tone, label } = kinds[change.type];
          const about = change.type === 'insert' ? 'new row' : change.key.join(', ');
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
              {change.type === 'update' && <Values change={change} />}
              <CodeBlock label={`SQL of ${about}`} code={changeSql(table, change)} />
            </li>
          );
        })}
      </ol>
      {changes.length > shown.length && (
        <p className={name}>{`And ${countWords(changes.length - shown.length, 'change')} more.`}</p>
      )}
    </Dialog>
  );
}
