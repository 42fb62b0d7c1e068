import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eraser from 'lucide-react/icons/eraser';
import FileUp from 'lucide-react/icons/file-up';
import Gauge from 'lucide-react/icons/gauge';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Terminal from 'lucide-react/icons/square-terminal';
import Star from 'lucide-react/icons/star';
import Trash from 'lucide-react/icons/trash-2';
import { createElement, memo, useMemo } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { RelationKind, TableEntry } from '../../contract/tables/table.ts';
import type { tableListMachine } from '../../machines/tables/tableList/tableList.machine.ts';
import {
  selectTabsAndFavorites,
  selectFailure,
  selectHasFailed,
  selectHasForm,
  selectHasMore,
  selectHasSizes,
  selectIsReading,
  selectIsReadingMore,
  selectSchema,
  selectSchemas,
  selectSearch,
  selectTables,
} from '../../machines/tables/tableList/tableList.selectors.ts';
import {
  selectFavorites,
  selectStagedTables,
} from '../../machines/tables/tabsAndFavorites/tabsAndFavorites.selectors.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { usePath } from '../../router/useLocation.ts';
import { useCommands } from '../parts/commands.ts';
import { sizeWords } from '../parts/quantities.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useFloating } from '../ui/floatingParts.ts';
import { afterLayer } from '../ui/focus/afterLayer.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { KeptTableLink } from './KeptTableLink.tsx';
import { kindIcons } from './kindIcons.tsx';
import { preloadForms, tableFormsPart } from './tableFormsPart.ts';
import { kindWords } from './tableWords.ts';

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0' });
const head = css({ display: 'grid', gap: '2', padding: '3', flexShrink: '0' });
const pickRow = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr) auto auto]',
  alignItems: 'end',
  gap: '2',
});
const buttons = css({ display: 'grid', gridTemplateColumns: '[1fr 1fr]', gap: '2' });
const scroll = css({ flex: '1', minHeight: '0', overflow: 'auto', paddingInline: '1.5', paddingBottom: '3' });
const inset = css({ padding: '1.5' });
const list = css({ margin: '0', padding: '0', listStyle: 'none' });
const row = css({
  display: 'flex',
  alignItems: 'center',
  borderRadius: 'medium',
  '&:not(:has(> [aria-current=page])):is(:hover, :focus-within)': { background: 'hover' },
  '&:has(> [aria-current=page])': { background: 'selected' },
  '& > button': { opacity: '0' },
  '&:hover > button, &:focus-within > button, & > button[aria-expanded=true]': { opacity: '1' },
  _coarse: { '& > button': { opacity: '1' } },
});
const entry = css({
  // What is scrolled out of view costs nothing.
  contentVisibility: 'auto',
  containIntrinsicSize: '[auto {sizes.7}]',
  flex: '1',
  minWidth: '0',
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'row.small', _coarse: 'control.large' },
  paddingInline: '2',
  borderRadius: 'medium',
  textStyle: 'dense',
  color: 'text',
  textDecoration: 'none',
  '&[aria-current=page]': { fontWeight: 'medium' },
  _focusVisible: { outlineOffset: '-0.5' },
  '& > svg': { boxSize: 'icon.small', flexShrink: '0', color: 'muted' },
});
const words = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const spoken = css({ srOnly: true });

const sizeClass = css({
  marginInlineStart: 'auto',
  flexShrink: '0',
  textStyle: 'small',
  color: 'muted',
  fontVariantNumeric: 'tabular-nums',
});
const group = css({
  textStyle: 'small',
  color: 'muted',
  paddingInline: '2',
  paddingTop: '2',
  paddingBottom: '1',
  margin: '0',
});

const isTable = (kind: RelationKind): boolean => kind === 'table' || kind === 'partitioned table';

interface TableListProps {
  flow: ActorRefFrom<typeof tableListMachine>;
  projectRef: string;
}

/** How large a table is, and how many rows it may have. */
const sizeOf = ({ bytes, rows }: TableEntry): string | null => {
  const parts = [bytes == null ? null : sizeWords(bytes), rows == null ? null : `~${countWords(rows, 'row')}`].filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? null : parts.join(', ');
};

interface TableRowProps extends TableListProps {
  table: TableEntry;
  isShown: boolean;
  isFavorite: boolean;
  /** Changes that wait to be committed. */
  staged: number;
}

/** Marks a table with changes that wait to be committed. */
const StagedMark = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Badge tone="warning">
      {grouped(count)}
      <span className={spoken}> staged</span>
    </Badge>
  );

/** One table. Thousands of them may be listed, so that each is drawn again only when it changes. */
const TableRow = memo(function TableRow({ flow, projectRef, table, isShown, isFavorite, staged }: TableRowProps) {
  const tabsAndFavorites = useSelector(flow, selectTabsAndFavorites);
  const { id, name, kind } = table;
  const size = sizeOf(table);
  return (
    <li className={row}>
      <Link
        href={href('table', { ref: projectRef, id: String(id) })}
        className={entry}
        aria-current={isShown ? 'page' : undefined}
      >
        {kindIcons[kind]}
        <span className={words} data-cut="">
          {name}
        </span>
        {kind !== 'table' && <span className={spoken}>{kindWords[kind]}</span>}
        {size !== null && <span className={sizeClass}>{size}</span>}
        <StagedMark count={staged} />
      </Link>
      <Menu
        label={`Actions for ${name}`}
        align="end"
        trigger={
          <IconButton
            label={`Actions for ${name}`}
            tip={false}
            variant="text"
            size="small"
            icon={<Ellipsis />}
            onPointerEnter={preloadForms}
            onFocus={preloadForms}
          />
        }
        items={[
          {
            kind: 'action',
            key: 'favorite',
            label: isFavorite ? 'Remove from favorites' : 'Add to favorites',
            icon: <Star />,
            onSelect: () => tabsAndFavorites?.send({ type: 'favorite.toggled', table }),
          },
          {
            kind: 'link',
            key: 'sql',
            label: 'Query in SQL editor',
            icon: <Terminal />,
            href: href('sql', { ref: projectRef }, { schema: table.schema, table: name }),
          },
          ...(isTable(kind)
            ? [
                {
                  kind: 'action' as const,
                  key: 'change',
                  label: 'Edit table…',
                  icon: <Pencil />,
                  onSelect: () => flow.send({ type: 'change.requested', table }),
                },
                {
                  kind: 'action' as const,
                  key: 'copy',
                  label: 'Duplicate table…',
                  icon: <Copy />,
                  onSelect: () => flow.send({ type: 'copy.requested', table }),
                },
                {
                  kind: 'action' as const,
                  key: 'import',
                  label: 'Import rows…',
                  icon: <FileUp />,
                  onSelect: () => flow.send({ type: 'import.requested', table, file: null }),
                },
                {
                  kind: 'action' as const,
                  key: 'truncate',
                  label: 'Delete all rows…',
                  icon: <Eraser />,
                  tone: 'danger' as const,
                  onSelect: () => flow.send({ type: 'truncation.requested', table }),
                },
              ]
            : []),
          {
            kind: 'action',
            key: 'drop',
            label: `Drop ${kindWords[kind].toLowerCase()}…`,
            icon: <Trash />,
            tone: 'danger',
            onSelect: () => flow.send({ type: 'drop.requested', table }),
          },
        ]}
      />
    </li>
  );
});

/** The tables that the user marked, of every schema. */
function Favorites({ flow, projectRef }: TableListProps) {
  const tabsAndFavorites = useSelector(flow, selectTabsAndFavorites);
  const favorites = useSelector(tabsAndFavorites, (snapshot) => snapshot && selectFavorites(snapshot)) ?? [];
  if (favorites.length === 0) return null;
  return (
    <>
      <h2 className={group}>Favorites</h2>
      <ul className={list} aria-label="Favorites">
        {favorites.map((table) => (
          <li key={table.id} className={row}>
            <KeptTableLink projectRef={projectRef} table={table} className={entry} />
            <IconButton
              label={`Remove ${table.name} from favorites`}
              tip={false}
              variant="text"
              size="small"
              icon={<Star />}
              onClick={() => tabsAndFavorites?.send({ type: 'favorite.toggled', table })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The tables with changes that wait, of every schema: also those that were dropped since. */
function StagedTables({ flow, projectRef }: TableListProps) {
  const tabsAndFavorites = useSelector(flow, selectTabsAndFavorites);
  const staged = useSelector(tabsAndFavorites, (snapshot) => snapshot && selectStagedTables(snapshot)) ?? [];
  if (staged.length === 0) return null;
  return (
    <>
      <h2 className={group}>Staged changes</h2>
      <ul className={list} aria-label="Tables with staged changes">
        {staged.map((table) => (
          <li key={table.id} className={row}>
            <KeptTableLink projectRef={projectRef} table={table} className={entry}>
              <StagedMark count={table.staged} />
            </KeptTableLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sets the tables of the schema apart from the groups above them. */
function TablesHeading({ flow }: Pick<TableListProps, 'flow'>) {
  const tabsAndFavorites = useSelector(flow, selectTabsAndFavorites);
  const hasGroups = useSelector(
    tabsAndFavorites,
    (snapshot) => snapshot && selectStagedTables(snapshot).length + selectFavorites(snapshot).length > 0,
  );
  return hasGroups === true ? <h2 className={group}>Tables</h2> : null;
}

function Tables({ flow, projectRef }: TableListProps) {
  const tables = useSelector(flow, selectTables);
  const search = useSelector(flow, selectSearch);
  const failure = useSelector(flow, selectFailure);
  const failed = useSelector(flow, selectHasFailed);
  const reading = useSelector(flow, selectIsReading);
  const readingMore = useSelector(flow, selectIsReadingMore);
  const hasMore = useSelector(flow, selectHasMore);
  const tabsAndFavorites = useSelector(flow, selectTabsAndFavorites);
  const kept = useSelector(tabsAndFavorites, (snapshot) => snapshot && selectFavorites(snapshot));
  const favorites = useMemo(() => new Set(kept?.map(({ id }) => id)), [kept]);
  const waiting = useSelector(tabsAndFavorites, (snapshot) => snapshot && selectStagedTables(snapshot));
  const staged = useMemo(() => new Map(waiting?.map((one) => [one.id, one.staged])), [waiting]);
  const path = usePath();
  if (failed && failure)
    return (
      <div className={inset}>
        <ErrorState
          title="Could not load the tables"
          failure={failure}
          onRetry={() => flow.send({ type: 'list.reloaded' })}
        />
      </div>
    );
  if (tables.length === 0 && reading) return <SkeletonRows label="Loading tables" rows={6} />;
  if (tables.length === 0)
    return search.trim() === '' ? (
      <EmptyState title="No tables in this schema" />
    ) : (
      <EmptyState title="No tables match" />
    );
  return (
    <>
      <ul className={list} aria-label="Tables" aria-busy={reading}>
        {tables.map((table) => (
          <TableRow
            key={table.id}
            flow={flow}
            projectRef={projectRef}
            table={table}
            isShown={path === href('table', { ref: projectRef, id: String(table.id) })}
            isFavorite={favorites.has(table.id)}
            staged={staged.get(table.id) ?? 0}
          />
        ))}
      </ul>
      {failure && <ErrorState title="Could not load more tables" failure={failure} />}
      {hasMore && (
        <Button loading={readingMore} onClick={() => flow.send({ type: 'more.requested' })}>
          Load more
        </Button>
      )}
    </>
  );
}

/** What opens over the list. */
function Forms({ flow }: Pick<TableListProps, 'flow'>) {
  const TableForms = useFloating(tableFormsPart, useSelector(flow, selectHasForm));
  return TableForms && createElement(TableForms, { flow });
}

/** The tables of a schema. */
export function TableList({ flow, projectRef }: TableListProps) {
  const schema = useSelector(flow, selectSchema);
  const schemas = useSelector(flow, selectSchemas);
  const search = useSelector(flow, selectSearch);
  const importFile = () => flow.send({ type: 'import.requested', table: null, file: null });
  const createTable = () => flow.send({ type: 'creation.requested' });
  useCommands(
    schema === null
      ? []
      : [
          {
            id: 'tables.new',
            label: 'New table…',
            section: 'Table editor',
            icon: <Plus aria-hidden />,
            keywords: ['create table'],
            action: { run: () => void afterLayer(createTable) },
          },
          {
            id: 'tables.import',
            label: 'Import a file…',
            section: 'Table editor',
            icon: <FileUp aria-hidden />,
            keywords: ['csv', 'tsv', 'json', 'ndjson', 'upload', 'paste'],
            action: { run: () => void afterLayer(importFile) },
          },
        ],
  );
  const hasSizes = useSelector(flow, selectHasSizes);
  const known = schema === null || schemas.includes(schema) ? schemas : [schema, ...schemas];
  return (
    <nav className={frame} aria-label="Tables of the project">
      <div className={head}>
        <div className={pickRow}>
          <SelectField
            label="Schema"
            value={schema ?? ''}
            options={known.map((name) => ({ value: name, label: name }))}
            disabled={schema === null}
            onValueChange={(name) => flow.send({ type: 'schema.chosen', schema: name })}
          />
          <IconButton
            label="Show sizes and rows"
            icon={<Gauge />}
            aria-pressed={hasSizes}
            onClick={() => flow.send({ type: 'sizes.toggled' })}
          />
          <IconButton label="Reload tables" icon={<RotateCw />} onClick={() => flow.send({ type: 'list.reloaded' })} />
        </div>
        <div className={buttons} onPointerEnter={preloadForms} onFocus={preloadForms}>
          <Button size="small" icon={<Plus />} disabled={schema === null} onClick={createTable}>
            New table
          </Button>
          <Button size="small" icon={<FileUp />} disabled={schema === null} onClick={importFile}>
            Import
          </Button>
        </div>
        <TextField
          label="Search tables"
          hideLabel
          type="search"
          placeholder="Search tables"
          value={search}
          onValueChange={(text) => flow.send({ type: 'search.changed', search: text })}
        />
      </div>
      <div className={scroll}>
        <StagedTables flow={flow} projectRef={projectRef} />
        <Favorites flow={flow} projectRef={projectRef} />
        <TablesHeading flow={flow} />
        <Tables flow={flow} projectRef={projectRef} />
      </div>
      <Forms flow={flow} />
    </nav>
  );
}
