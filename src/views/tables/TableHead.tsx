import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import Filter from 'lucide-react/icons/list-filter';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { RowView } from '../../contract/tables/rows.ts';
import { takesRows, type TableDetail } from '../../contract/tables/table.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import { selectIsLocked } from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import type { tableRowsMachine } from '../../machines/tables/tableRows/tableRows.machine.ts';
import { selectFilterDraft, selectIsFiltering } from '../../machines/tables/tableRows/tableRows.selectors.ts';
import { href } from '../../router/href.ts';
import { useAssistant } from '../parts/useAssistant.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { isMoment } from './cellRules.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { filterWords } from './filterWords.ts';
import { readOnlyWords } from './readOnlyWords.ts';
import { RowSecurityNote } from './RowSecurityNote.tsx';
import { FilterPanel } from './tableParts.ts';
import { kindWords } from './tableWords.ts';
import type { ColumnArrangement } from './useColumnArrangement.ts';
import { ViewAsBanner, ViewAsMenu } from './ViewAsMenu.tsx';
import { ZoneSelect } from './ZoneSelect.tsx';

const head = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '2',
  padding: '3',
  flexShrink: '0',
  // On a phone, icons stand for the words of commands that say nothing else, which screen readers still read.
  smDown: { '& [data-short] > span': { srOnly: true } },
});
/** What is read at once shows nothing. */
const turning = css({ animation: 'spin', animationDelay: '[300ms]' });
/** In one piece: where the line is full, none of them stands alone on the next one. */
const rowActions = css({ display: 'flex', alignItems: 'center', gap: '2' });
/** On a narrow window, the list is another page. */
const back = css({ display: 'none', mdDown: { display: 'block' } });
const title = css({ textStyle: 'section', overflowWrap: 'anywhere' });
const schemaName = css({ color: 'muted', fontWeight: 'regular' });
const note = css({ textStyle: 'small', color: 'muted', paddingInline: '3', paddingBottom: '2' });
const inset = css({ paddingInline: '3', paddingBottom: '2', _empty: { display: 'none' } });
const chips = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5', paddingInline: '3', paddingBottom: '2' });

/** The conditions and the order of the rows, each with a way to remove it. */
function ViewChips({ view, onChanged }: { view: RowView; onChanged: (view: RowView) => void }) {
  const { filters, where, sorts } = view;
  if (filters.length + sorts.length === 0 && where === '') return null;
  return (
    <div className={chips} role="group" aria-label="Filters and order">
      {filters.map((filter, index) => (
        <Button
          key={`filter ${index}`}
          size="small"
          iconEnd={<X />}
          onClick={() => onChanged({ ...view, filters: filters.filter((_, at) => at !== index) })}
        >
          {filterWords(filter)}
        </Button>
      ))}
      {where !== '' && (
        <Button size="small" iconEnd={<X />} onClick={() => onChanged({ ...view, where: '' })}>
          {where}
        </Button>
      )}
      {sorts.map(({ column, descending }) => (
        <Button
          key={`sort ${column}`}
          size="small"
          iconEnd={<X />}
          onClick={() => onChanged({ ...view, sorts: sorts.filter((sort) => sort.column !== column) })}
        >
          {`${column} ${descending ? 'descending' : 'ascending'}`}
        </Button>
      ))}
    </div>
  );
}

export interface TableHeadProps {
  table: TableDetail;
  projectRef: string;
  view: RowView;
  rows: ActorRefFrom<typeof tableRowsMachine>;
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  arrange: ColumnArrangement;
  viewAs: ViewAs | null;
  /** Whether the table or its rows are read. */
  reloading: boolean;
  onRoleChosen: (viewAs: ViewAs | null) => void;
  onViewChanged: (view: RowView) => void;
  onInserted: () => void;
  onExported: () => void;
  onReloaded: () => void;
}

/** What the table is, and what can be done with it. */
export function TableHead({
  table,
  projectRef,
  view,
  rows,
  edits,
  arrange,
  viewAs,
  reloading,
  onRoleChosen,
  onViewChanged,
  onInserted,
  onExported,
  onReloaded,
}: TableHeadProps) {
  const ask = useAssistant();
  const locked = useSelector(edits, selectIsLocked);
  const { kind, rowSecurity, policies, readOnly } = table;
  const canInsert = takesRows(table);
  const filterDraft = useSelector(rows, selectFilterDraft);
  const isFiltering = useSelector(rows, selectIsFiltering);
  const [hasOpenedFilter, setOpenedFilter] = useState(false);
  const conditions = view.filters.length + (view.where === '' ? 0 : 1);
  const filterLabel = conditions === 0 ? 'Filter' : `Filter (${conditions})`;
  const hasDraft = filterDraft !== null && !isFiltering;
  return (
    <>
      <div className={head}>
        <div className={back}>
          <ButtonLink size="small" href={href('tables', { ref: projectRef })}>
            Tables
          </ButtonLink>
        </div>
        <h1 className={title}>
          <span className={schemaName}>{table.schema}.</span>
          {table.name}
        </h1>
        {kind === 'table' || kind === 'partitioned table' ? (
          <Badge tone={rowSecurity ? 'success' : 'warning'}>
            {rowSecurity ? `RLS on, ${policies} ${policies === 1 ? 'policy' : 'policies'}` : 'RLS off'}
          </Badge>
        ) : (
          <Badge>{kindWords[kind]}</Badge>
        )}
        <Button
          size="small"
          icon={<Filter />}
          data-short={(conditions === 0 && !hasDraft) || undefined}
          aria-expanded={isFiltering}
          onClick={() => {
            setOpenedFilter(!isFiltering);
            rows.send({ type: isFiltering ? 'filter.closed' : 'filter.opened' });
          }}
        >
          {hasDraft ? `${filterLabel}, changes not applied` : filterLabel}
        </Button>
        {ask && (
          <Button
            size="small"
            onClick={() =>
              ask({
                text: '',
                attachments: [{ kind: 'table', schema: table.schema, name: table.name }],
                state: {
                  entity: { id: `table:${table.schema}.${table.name}` },
                  tables: [{ schema: table.schema, name: table.name }],
                },
              })
            }
          >
            Ask assistant
          </Button>
        )}
        <ColumnsMenu
          columns={table.columns}
          hidden={arrange.hidden}
          onHidden={arrange.setHidden}
          onReset={arrange.reset}
        />
        {table.columns.some(isMoment) && <ZoneSelect zone={arrange.layout.zone} onChosen={arrange.showZone} />}
        {(kind === 'table' || kind === 'partitioned table' || kind === 'view') && (
          <ViewAsMenu viewAs={viewAs} onChosen={onRoleChosen} />
        )}
        <div className={rowActions}>
          {canInsert && (
            <Button size="small" icon={<Plus />} disabled={locked} onClick={onInserted}>
              Insert row
            </Button>
          )}
          <IconButton label="Export rows" size="small" icon={<Download />} onClick={onExported} />
          <IconButton
            label="Reload table"
            size="small"
            icon={<RotateCw className={reloading ? turning : undefined} />}
            onClick={onReloaded}
          />
        </div>
      </div>
      {isFiltering && (
        <FilterPanel
          takesFocus={hasOpenedFilter}
          columns={table.columns}
          view={view}
          draft={filterDraft}
          onTyped={(typed) => rows.send({ type: 'filter.typed', typed })}
          onApplied={(applied) => rows.send({ type: 'filter.applied', view: applied })}
        />
      )}
      <div className={inset}>
        <ViewAsBanner viewAs={viewAs} onChosen={onRoleChosen} />
      </div>
      <RowSecurityNote projectRef={projectRef} table={table} isShown={viewAs === null} />
      {readOnly !== null && <p className={note}>{readOnlyWords[readOnly]}</p>}
      <ViewChips view={view} onChanged={onViewChanged} />
    </>
  );
}
