import { useSelector } from '@xstate/react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import Filter from 'lucide-react/icons/list-filter';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useState, useSyncExternalStore } from 'react';
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
import { Link } from '../../router/Link.tsx';
import { mediaQuery } from '../parts/mediaQuery.ts';
import { useAssistant } from '../parts/useAssistant.ts';
import { phone } from '../theme/phone.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonStyles.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { isMoment } from './cellRules.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { filterWords } from './filterWords.ts';
import { readOnlyWords } from './readOnlyWords.ts';
import { RowSecurityBadge } from './RowSecurityBadge.tsx';
import { RowSecurityNote } from './RowSecurityNote.tsx';
import { FilterPanel, HeadMenu } from './tableParts.ts';
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
  // On a phone it is one line: icons stand for the words of commands, which screen readers still read, and a menu has
  // the rest.
  smDown: { flexWrap: 'nowrap', '& [data-short] > span': { srOnly: true } },
});
/** As if what is inside stood in the line itself. */
const onWide = css({ display: 'contents', smDown: { display: 'none' } });
const onPhone = css({ display: 'none', smDown: { display: 'flex', minWidth: 'control.large' } });
const phoneQuery = mediaQuery(phone);
/** Says on a phone that a filter is not applied yet. */
const draftMark = css({ display: 'none', smDown: { display: 'block' } });
/** What is read at once shows nothing. */
const turning = css({ animation: 'spin', animationDelay: '[300ms]' });
/** In one piece: where the line is full, none of them stands alone on the next one. */
const rowActions = css({ display: 'flex', alignItems: 'center', gap: '2' });
const backArrow = css({ display: 'none', smDown: { display: 'block' } });
/** On a narrow window, the list is another page. */
const back = css({ display: 'none', mdDown: { display: 'block' } });
const title = css({
  textStyle: 'section',
  overflowWrap: 'anywhere',
  smDown: { flex: '1', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
/** The menu of a phone says it. */
const schemaName = css({ color: 'muted', fontWeight: 'regular', smDown: { srOnly: true } });
const note = css({ textStyle: 'small', color: 'muted', paddingInline: '3', paddingBottom: '2' });
const inset = css({ paddingInline: '3', paddingBottom: '2', _empty: { display: 'none' } });
const chips = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5', paddingInline: '3', paddingBottom: '2' });

/** Whether its rows are its own, so that row level security can guard them. */
const isOwnTable = ({ kind }: Pick<TableDetail, 'kind'>): boolean => kind === 'table' || kind === 'partitioned table';

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

type HeadCommandsProps = Pick<
  TableHeadProps,
  'table' | 'edits' | 'arrange' | 'viewAs' | 'reloading' | 'onRoleChosen' | 'onInserted' | 'onExported' | 'onReloaded'
> & { askAssistant: (() => void) | null };

/** What can be done with the table: on a phone, a menu has most of it. */
function HeadCommands({
  table,
  edits,
  arrange,
  viewAs,
  reloading,
  askAssistant,
  onRoleChosen,
  onInserted,
  onExported,
  onReloaded,
}: HeadCommandsProps) {
  const locked = useSelector(edits, selectIsLocked);
  const isPhone = useSyncExternalStore(phoneQuery.watch, phoneQuery.matches);
  const hasRoles = isOwnTable(table) || table.kind === 'view';
  return (
    <>
      <div className={onWide}>
        {askAssistant && (
          <Button size="small" onClick={askAssistant}>
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
        {hasRoles && <ViewAsMenu viewAs={viewAs} onChosen={onRoleChosen} />}
      </div>
      <div className={rowActions}>
        {takesRows(table) && (
          <Button size="small" icon={<Plus />} data-short disabled={locked} onClick={onInserted}>
            Insert row
          </Button>
        )}
        <div className={onWide}>
          <IconButton label="Export rows" size="small" icon={<Download />} onClick={onExported} />
          <IconButton
            label="Reload table"
            size="small"
            icon={<RotateCw className={reloading ? turning : undefined} />}
            onClick={onReloaded}
          />
        </div>
        <div className={onPhone}>
          {isPhone && (
            <HeadMenu
              table={table}
              arrange={arrange}
              viewAs={viewAs}
              onRoleChosen={hasRoles ? onRoleChosen : null}
              onAsked={askAssistant}
              onExported={onExported}
              onReloaded={onReloaded}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** What the table is, and what can be done with it. */
export function TableHead({ projectRef, view, rows, onViewChanged, ...commands }: TableHeadProps) {
  const { table, viewAs, onRoleChosen } = commands;
  const { kind, readOnly } = table;
  const ask = useAssistant();
  const filterDraft = useSelector(rows, selectFilterDraft);
  const isFiltering = useSelector(rows, selectIsFiltering);
  const [hasOpenedFilter, setOpenedFilter] = useState(false);
  const conditions = view.filters.length + (view.where === '' ? 0 : 1);
  const filterLabel = conditions === 0 ? 'Filter' : `Filter (${conditions})`;
  const hasDraft = filterDraft !== null && !isFiltering;
  const askAssistant = () =>
    ask?.({
      text: '',
      attachments: [{ kind: 'table', schema: table.schema, name: table.name }],
      state: {
        entity: { id: `table:${table.schema}.${table.name}` },
        tables: [{ schema: table.schema, name: table.name }],
      },
    });
  return (
    <>
      <div className={head}>
        <div className={back}>
          <Link href={href('tables', { ref: projectRef })} className={buttonClass({ size: 'small' })} data-short>
            <ArrowLeft className={backArrow} aria-hidden />
            <span>Tables</span>
          </Link>
        </div>
        <h1 className={title} data-cut="">
          <span className={schemaName}>{table.schema}.</span>
          {table.name}
        </h1>
        {isOwnTable(table) ? (
          <RowSecurityBadge table={table} projectRef={projectRef} />
        ) : (
          <Badge>{kindWords[kind]}</Badge>
        )}
        <Button
          size="small"
          icon={<Filter />}
          {...(hasDraft && { iconEnd: <Pencil className={draftMark} aria-hidden /> })}
          data-short
          aria-expanded={isFiltering}
          onClick={() => {
            setOpenedFilter(!isFiltering);
            rows.send({ type: isFiltering ? 'filter.closed' : 'filter.opened' });
          }}
        >
          {hasDraft ? `${filterLabel}, changes not applied` : filterLabel}
        </Button>
        <HeadCommands {...commands} askAssistant={ask ? askAssistant : null} />
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
