import { useSelector } from '@xstate/react';
import Eye from 'lucide-react/icons/eye';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Table from 'lucide-react/icons/table-2';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { RelationKind } from '../../contract/tables/table.ts';
import type { tableListMachine } from '../../machines/tables/tableList/tableList.machine.ts';
import {
  selectFailure,
  selectHasFailed,
  selectHasMore,
  selectIsReading,
  selectIsReadingMore,
  selectSchema,
  selectSchemas,
  selectSearch,
  selectTables,
} from '../../machines/tables/tableList/tableList.selectors.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { usePath } from '../../router/useLocation.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { kindWords } from './tableWords.ts';

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0' });
const head = css({ display: 'grid', gap: '2', padding: '3', flexShrink: '0' });
const pickRow = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr) auto]', alignItems: 'end', gap: '2' });
const scroll = css({ flex: '1', minHeight: '0', overflow: 'auto', paddingInline: '1.5', paddingBottom: '3' });
const inset = css({ padding: '1.5' });
const list = css({ margin: '0', padding: '0', listStyle: 'none' });
const entry = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'row.small', _coarse: 'control.large' },
  paddingInline: '2',
  borderRadius: 'medium',
  textStyle: 'dense',
  color: 'text',
  textDecoration: 'none',
  _hover: { background: 'hover' },
  '&[aria-current=page]': { background: 'selected', fontWeight: 'medium' },
  _focusVisible: { outlineOffset: '-0.5' },
  '& > svg': { boxSize: 'icon.small', flexShrink: '0', color: 'muted' },
});
const words = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const spoken = css({ srOnly: true });

const icons: Readonly<Record<RelationKind, ReactNode>> = {
  table: <Table aria-hidden />,
  'partitioned table': <Table aria-hidden />,
  'foreign table': <Table aria-hidden />,
  view: <Eye aria-hidden />,
  'materialized view': <Eye aria-hidden />,
};

interface TableListProps {
  flow: ActorRefFrom<typeof tableListMachine>;
  projectRef: string;
}

function Tables({ flow, projectRef }: TableListProps) {
  const tables = useSelector(flow, selectTables);
  const search = useSelector(flow, selectSearch);
  const failure = useSelector(flow, selectFailure);
  const failed = useSelector(flow, selectHasFailed);
  const reading = useSelector(flow, selectIsReading);
  const readingMore = useSelector(flow, selectIsReadingMore);
  const hasMore = useSelector(flow, selectHasMore);
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
        {tables.map(({ id, name, kind }) => {
          const to = href('table', { ref: projectRef, id: String(id) });
          return (
            <li key={id} title={name}>
              <Link href={to} className={entry} aria-current={path === to ? 'page' : undefined}>
                {icons[kind]}
                <span className={words}>{name}</span>
                {kind !== 'table' && <span className={spoken}>{kindWords[kind]}</span>}
              </Link>
            </li>
          );
        })}
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

/** The tables of a schema. */
export function TableList({ flow, projectRef }: TableListProps) {
  const schema = useSelector(flow, selectSchema);
  const schemas = useSelector(flow, selectSchemas);
  const search = useSelector(flow, selectSearch);
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
          <IconButton label="Reload tables" icon={<RotateCw />} onClick={() => flow.send({ type: 'list.reloaded' })} />
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
        <Tables flow={flow} projectRef={projectRef} />
      </div>
    </nav>
  );
}
