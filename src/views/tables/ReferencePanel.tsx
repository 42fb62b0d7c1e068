import { useSelector } from '@xstate/react';
import ExternalLink from 'lucide-react/icons/arrow-up-right';
import { useId } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { Cell } from '../../contract/sql/query.ts';
import { queryOfRows, rowsWith } from '../../contract/tables/rowAddress.ts';
import type { RowPage } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import type { OpenedCell } from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import { differingParts, type ComputedPart } from '../../machines/tables/reference/computedParts.ts';
import type { referenceMachine } from '../../machines/tables/reference/reference.machine.ts';
import {
  selectComputed,
  selectFoundRows,
  selectHasReferenceFailed,
  selectIsFollowing,
  selectIsSearching,
  selectReferencedRow,
  selectReferencedTable,
  selectReferenceFailure,
  selectReferenceSearch,
  selectReferringCell,
} from '../../machines/tables/reference/reference.selectors.ts';
import { href } from '../../router/href.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Table } from '../ui/Table.tsx';
import { TextField } from '../ui/TextField.tsx';
import { goneWords } from './cellRules.ts';

const body = css({ display: 'grid', gap: '4', padding: '4', gridTemplateColumns: '[minmax(0, 1fr)]' });
const section = css({ display: 'grid', gap: '2', gridTemplateColumns: '[minmax(0, 1fr)]' });
const heading = css({ textStyle: 'label' });
const facts = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(6rem, auto) minmax(0, 1fr)]',
  columnGap: '4',
  rowGap: '1.5',
  margin: '0',
  '& dt': { color: 'muted', textStyle: 'small' },
  '& dd': { margin: '0', textStyle: 'mono', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
});
const nothing = css({ color: 'muted', fontStyle: 'italic' });
const found = css({
  '& td': {
    textStyle: 'mono',
    whiteSpace: 'nowrap',
    maxWidth: '[20rem]',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});
const muted = css({ color: 'muted', textStyle: 'small' });

/** Characters of a value in the list of rows. */
const shownMax = 120;

const Value = ({ value }: { value: Cell }) =>
  value === null ? (
    <span className={nothing}>NULL</span>
  ) : value === '' ? (
    <span className={nothing}>Empty string</span>
  ) : (
    value
  );

/** The row that the cell points to. */
function ReferencedRow({ table, row: { rows } }: { table: TableDetail; row: RowPage }) {
  const [values] = rows;
  if (values === undefined)
    return (
      <Alert variant="warning" title="No row has this value">
        It was deleted, your role may not see it, or the value is not committed yet.
      </Alert>
    );
  return (
    <dl className={facts}>
      {table.columns.map(({ name }, index) => (
        <div key={name} className={css({ display: 'contents' })}>
          <dt>{name}</dt>
          <dd>
            <Value value={values[index] ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FoundRowsProps {
  table: TableDetail;
  page: RowPage;
  /** The cell of the foreign key. */
  cell: OpenedCell;
  computed: readonly ComputedPart[];
  /** No row can be chosen any more. */
  closed: boolean;
  onChosen: (cells: Readonly<Record<string, Cell>>) => void;
}

/** The columns of the cell's key, with the values that a row gives them. */
function keyIn(table: TableDetail, row: RowPage['rows'][number], { column: { name, reference } }: OpenedCell) {
  const targets = reference === null ? [] : [{ name, target: reference.column }, ...reference.others];
  return targets.map((part) => ({
    ...part,
    value: row[table.columns.findIndex((one) => one.name === part.target)] ?? null,
  }));
}

/** Why some rows cannot be chosen. */
const computedWords = ({ column, value }: ComputedPart): string =>
  value === null
    ? `Postgres computes ${column}, which has no known value in this row. No row can be chosen.`
    : `Postgres computes ${column}. Only rows with ${column} = ${value.slice(0, shownMax)} can be chosen.`;

function FoundRows({ table, page, cell, computed, closed, onChosen }: FoundRowsProps) {
  const reasonId = useId();
  const { readOnly, pointsAt } = cell;
  if (page.rows.length === 0) return <p className={muted}>No row has this text.</p>;
  return (
    <div className={found}>
      {!readOnly && computed.length > 0 && (
        <p id={reasonId} className={muted}>
          {computed.map(computedWords).join(' ')}
        </p>
      )}
      <Table label={`Rows of ${table.name}`}>
        <thead>
          <tr>
            {!readOnly && <th scope="col">Choose</th>}
            {table.columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row, index) => {
            const key = keyIn(table, row, cell);
            const isChosen =
              pointsAt !== null &&
              key.every(({ target, value }) => pointsAt.some((part) => part.column === target && part.value === value));
            const cells = Object.fromEntries(key.map(({ name, value }) => [name, value]));
            const differs = differingParts(computed, cells).length > 0;
            return (
              <tr key={index}>
                {!readOnly && (
                  <td>
                    <Button
                      size="small"
                      aria-label={`${isChosen ? 'Chosen' : 'Choose'} ${key.map(({ value }) => value ?? 'NULL').join(', ')}`}
                      aria-describedby={differs ? reasonId : undefined}
                      disabled={closed || isChosen || differs || key.some(({ value }) => value === null)}
                      onClick={() => onChosen(cells)}
                    >
                      {isChosen ? 'Chosen' : 'Choose'}
                    </Button>
                  </td>
                )}
                {table.columns.map(({ name }, column) => (
                  <td key={name}>
                    <Value value={row[column]?.slice(0, shownMax) ?? null} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Table>
      {page.next !== null && <p className={muted}>There are more rows. Search to find another one.</p>}
    </div>
  );
}

interface ReferencePanelProps {
  flow: ActorRefFrom<typeof referenceMachine>;
  projectRef: string;
  /** The table of the cell. */
  of: TableDetail;
  viewAs: ViewAs | null;
  onClose: () => void;
}

/** Where a cell of a foreign key points, and which rows it may point to. */
export function ReferencePanel({ flow, projectRef, of, viewAs, onClose }: ReferencePanelProps) {
  const cell = useSelector(flow, selectReferringCell);
  const { column, readOnly, pointsAt } = cell;
  const computed = useSelector(flow, selectComputed);
  const table = useSelector(flow, selectReferencedTable);
  const row = useSelector(flow, selectReferencedRow);
  const search = useSelector(flow, selectReferenceSearch);
  const page = useSelector(flow, selectFoundRows);
  const following = useSelector(flow, selectIsFollowing);
  const searching = useSelector(flow, selectIsSearching);
  const failure = useSelector(flow, selectReferenceFailure);
  const failed = useSelector(flow, selectHasReferenceFailed);
  const { reference } = column;
  const gone = goneWords(of, [column.name, ...(reference?.others ?? []).map(({ name }) => name)]);
  const retry = () => flow.send({ type: 'reading.retried' });
  return (
    <SidePanel open size="large" title={`${column.name}: row of ${reference?.table ?? ''}`} onClose={onClose}>
      <div className={body}>
        {gone !== null && <Alert announce variant="warning" title={gone} />}
        {following && <SkeletonRows label="Loading the row" rows={6} />}
        {failed && failure && <ErrorState title="Could not load the row" failure={failure} onRetry={retry} />}
        {table && row && pointsAt !== null && (
          <section className={section} aria-label="Referenced row">
            <h3 className={heading}>{pointsAt.map((part) => `${part.column} = ${part.value}`).join(', ')}</h3>
            <ReferencedRow table={table} row={row} />
            {reference && (
              <div>
                <ButtonLink
                  size="small"
                  icon={<ExternalLink />}
                  href={href(
                    'table',
                    { ref: projectRef, id: String(reference.id) },
                    queryOfRows(rowsWith(pointsAt, viewAs)),
                  )}
                >
                  {`Open in ${reference.table}`}
                </ButtonLink>
              </div>
            )}
          </section>
        )}
        {table && !following && !failed && (
          <section className={section} aria-label="Rows to choose from" aria-busy={searching}>
            <h3 className={heading}>{readOnly ? `Rows of ${table.name}` : `Choose a row of ${table.name}`}</h3>
            <TextField
              label="Search in any column"
              type="search"
              value={search}
              onValueChange={(next) => flow.send({ type: 'search.changed', search: next })}
            />
            {failure && <ErrorState title="Could not search the rows" failure={failure} onRetry={retry} />}
            {page === null && searching && <SkeletonRows label="Searching rows" rows={4} />}
            {page && (
              <FoundRows
                table={table}
                page={page}
                cell={cell}
                computed={computed}
                closed={gone !== null}
                onChosen={(cells) => flow.send({ type: 'row.chosen', cells })}
              />
            )}
          </section>
        )}
      </div>
    </SidePanel>
  );
}
