import ChevronRight from 'lucide-react/icons/chevron-right';
import Key from 'lucide-react/icons/key-round';
import { useState, type DragEvent, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { Catalog } from '../../contract/projects/catalog.ts';
import { quotedName } from '../../contract/sql/quotedName.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import type { Resource } from '../parts/useResource.ts';
import { described } from '../ui/described.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';

type Schema = Catalog['schemas'][number];
type Relation = Schema['relations'][number];

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0' });
const top = css({ paddingInline: '3', paddingTop: '3', flexShrink: '0' });
const head = css({ padding: '3', paddingTop: '2', flexShrink: '0' });
const scroll = css({ flex: '1', minHeight: '0', overflow: 'auto', paddingInline: '1.5', paddingBottom: '3' });
const inset = css({ padding: '1.5' });
const list = css({ margin: '0', padding: '0', listStyle: 'none', minWidth: '0' });
const inner = css({ paddingInlineStart: '3' });
const row = css({
  display: 'flex',
  alignItems: 'center',
  minWidth: '0',
  minHeight: { base: 'row.small', _coarse: 'control.large' },
  borderRadius: 'medium',
  '&:hover, &:focus-within': { background: 'hover' },
});
const toggle = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  alignSelf: 'stretch',
  width: 'control.tiny',
  color: 'muted',
  cursor: 'pointer',
  borderRadius: 'medium',
  _focusVisible: { outlineOffset: '-0.5' },
  '& > svg': { boxSize: 'icon.small', transitionProperty: '[rotate]', transitionDuration: 'fast' },
  '&[aria-expanded=true] > svg': { rotate: '[90deg]' },
});
const name = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: '1',
  minWidth: '0',
  alignSelf: 'stretch',
  paddingInline: '1',
  textStyle: 'dense',
  textAlign: 'start',
  color: 'text',
  cursor: 'pointer',
  borderRadius: 'medium',
  _focusVisible: { outlineOffset: '-0.5' },
  '& > svg': { boxSize: 'icon.small', flexShrink: '0', color: 'muted' },
});
/** Begins where the names of what can be opened begin. */
const leaf = css({ marginInlineStart: '6' });
const words = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const detail = css({
  marginInlineStart: 'auto',
  flexShrink: '[9]',
  color: 'muted',
  textStyle: 'tiny',
  fontFamily: 'mono',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const note = css({ paddingBlock: '1', paddingInline: '6', color: 'muted', textStyle: 'small' });

/** More are found by searching; a list of thousands is not read. */
const shownMax = 200;

interface NodeProps {
  label: string;
  /** What a click inserts. */
  text: string;
  detail?: string | undefined;
  icon?: ReactNode;
  /** Absent where there is nothing to open. */
  children?: (() => ReactNode) | undefined;
  isOpenAtFirst?: boolean;
  onInsert: (text: string) => void;
}

/** A name to insert, and what it contains. */
function Node({ label, text, detail: about, icon, children, isOpenAtFirst = false, onInsert }: NodeProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const drag = ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData('text/plain', text);
    dataTransfer.effectAllowed = 'copy';
  };
  return (
    <li>
      <div className={row}>
        {children && (
          <button
            type="button"
            className={toggle}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${label}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight aria-hidden />
          </button>
        )}
        <button
          type="button"
          className={cx(name, !children && leaf)}
          {...described(`Insert ${text}`)}
          draggable
          onDragStart={drag}
          onClick={() => onInsert(text)}
        >
          {icon}
          <span className={words}>{label}</span>
          {about !== undefined && (
            <span className={detail} data-cut="">
              {about}
            </span>
          )}
        </button>
      </div>
      {children && isOpen && <ul className={cx(list, inner)}>{children()}</ul>}
    </li>
  );
}

const includes = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted);

/** The relations whose name or schema, or one of whose columns, matches. */
const matching = ({ name: schema, relations }: Schema, wanted: string): readonly Relation[] =>
  wanted === '' || includes(schema, wanted)
    ? relations
    : relations.filter(
        (relation) =>
          includes(relation.name, wanted) || relation.columns.some((column) => includes(column.name, wanted)),
      );

function Tables({ catalog, onInsert }: { catalog: Catalog; onInsert: (text: string) => void }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const schemas = catalog.schemas
    .map((schema) => ({ schema, relations: matching(schema, wanted) }))
    .filter(({ relations }) => relations.length > 0);
  // A schema on the search path needs no name before its tables.
  const [first] = catalog.searchPath;
  return (
    <>
      <div className={head}>
        <TextField
          label="Search tables and columns"
          hideLabel
          placeholder="Search tables"
          type="search"
          value={search}
          onValueChange={setSearch}
        />
      </div>
      <div className={scroll}>
        {schemas.length === 0 &&
          (wanted === '' ? (
            <EmptyState title="No tables yet">Tables that you create appear here.</EmptyState>
          ) : (
            <EmptyState title="No matching tables" />
          ))}
        <ul className={list}>
          {schemas.map(({ schema, relations }) => {
            const prefix = catalog.searchPath.includes(schema.name) ? '' : `${quotedName(schema.name)}.`;
            return (
              <Node
                // A search opens what it finds.
                key={`${schema.name} ${wanted !== ''}`}
                label={schema.name}
                text={quotedName(schema.name)}
                detail={grouped(relations.length)}
                isOpenAtFirst={wanted !== '' || schema.name === first || schemas.length === 1}
                onInsert={onInsert}
              >
                {() => (
                  <>
                    {relations.slice(0, shownMax).map((relation) => (
                      <Node
                        key={relation.name}
                        label={relation.name}
                        text={`${prefix}${quotedName(relation.name)}`}
                        detail={relation.kind === 'table' ? undefined : relation.kind}
                        onInsert={onInsert}
                      >
                        {() =>
                          relation.columns.map((column) => (
                            <Node
                              key={column.name}
                              label={column.name}
                              text={quotedName(column.name)}
                              detail={column.type}
                              icon={column.primaryKey && <Key role="img" aria-label="Primary key" />}
                              onInsert={onInsert}
                            />
                          ))
                        }
                      </Node>
                    ))}
                    {relations.length > shownMax && (
                      <li className={note}>
                        {countWords(relations.length - shownMax, 'more table', 'more tables')}. Search to find them.
                      </li>
                    )}
                  </>
                )}
              </Node>
            );
          })}
        </ul>
      </div>
    </>
  );
}

export interface SchemaTreeProps {
  catalog: Resource<'catalog'>;
  /** The project's database can be used. */
  isAvailable: boolean;
  /** The action that opens a new query. */
  newQuery: ReactNode;
  onInsert: (text: string) => void;
}

/** The project's tables and their columns: a click inserts a name into the query, and names can be dragged there. */
export function SchemaTree({ catalog, isAvailable, newQuery, onInsert }: SchemaTreeProps) {
  return (
    <nav className={frame} aria-label="Tables">
      <div className={top}>{newQuery}</div>
      {catalog.data ? (
        <Tables catalog={catalog.data} onInsert={onInsert} />
      ) : (
        <div className={inset}>
          {!isAvailable ? (
            <EmptyState title="Project unavailable">Tables appear here while the project runs.</EmptyState>
          ) : catalog.state === 'failed' ? (
            <ResourceError title="Could not load the tables" read={catalog} />
          ) : (
            <SkeletonRows label="Loading the tables" />
          )}
        </div>
      )}
    </nav>
  );
}
