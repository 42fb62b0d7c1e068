import { useSelector } from '@xstate/react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useEffect, useRef } from 'react';
import { css, cx } from 'styled-system/css';
import type { SqlSnippetsRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { selectDrafts, selectOpenId, selectSearch } from '../../machines/sql/sqlSnippets/sqlSnippets.selectors.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { outcomeWords } from '../parts/outcomeWords.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import type { Resource } from '../parts/useResource.ts';
import { Button } from '../ui/Button.tsx';
import { described } from '../ui/described.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { isFocusIdle } from '../ui/focus/isFocusIdle.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { TextField } from '../ui/TextField.tsx';
import { timeWords } from '../ui/Time.tsx';
import { listedQueries } from './listedQueries.ts';
import { NewQuery } from './NewQuery.tsx';

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0' });
const head = css({ display: 'grid', gap: '2', padding: '3', flexShrink: '0' });
const scroll = css({ flex: '1', minHeight: '0', overflow: 'auto', paddingInline: '1.5', paddingBottom: '3' });
const list = css({ display: 'grid', gap: '0.5', margin: '0', padding: '0', listStyle: 'none' });
const row = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: { base: 'row.medium', _coarse: 'control.large' },
  borderRadius: 'medium',
  minWidth: '0',
  '&:not(:has(> [aria-current=page])):is(:hover, :focus-within)': { background: 'hover' },
});
const current = css({ background: 'selected', outline: 'forced', outlineOffset: '-0.5' });
const link = css({
  display: 'flex',
  alignItems: 'baseline',
  gap: '1.5',
  flex: '1',
  minWidth: '0',
  paddingBlock: { base: '1', _coarse: '2.5' },
  paddingInline: '2',
  color: 'text',
  textStyle: 'dense',
  textDecoration: 'none',
  borderRadius: 'medium',
});
const words = css({ display: 'flex', flex: '1', minWidth: '0', whiteSpace: 'pre' });
const beginning = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' });
const suffix = css({ flexShrink: '0' });
const mark = css({ display: 'inline-flex', alignSelf: 'center', flexShrink: '0', color: 'accent' });
const spoken = css({ srOnly: true });
const draft = css({ color: 'muted', textStyle: 'tiny', flexShrink: '0' });

/** The end of a name that tells it from the one that it was made of stays in sight where the name is cut. */
function splitName(name: string): { base: string; ending: string } {
  const ending = /( \((?:copy|recovered)\))+$/.exec(name)?.[0] ?? '';
  return { base: name.slice(0, name.length - ending.length), ending };
}

const isFound = (name: string, search: string): boolean => name.toLowerCase().includes(search.trim().toLowerCase());

interface SnippetListProps {
  list: SqlSnippetsRef;
  projectRef: string;
  snippets: Resource<'snippets'>;
  /** The open query's name as it is being edited; null when there is none to list. */
  openName: string | null;
  /** The open query runs, as this screen knows before the server does. */
  isOpenRunning: boolean;
  /** Ids of the queries that run. */
  running: readonly string[];
  onNewRequested: () => void;
  /** The open query's own name field, which is where it is renamed. */
  onOpenRenamed: () => void;
}

/** The project's queries: find one, open it, make a new one. */
export function SnippetList({
  list: actor,
  projectRef,
  snippets,
  openName,
  isOpenRunning,
  running,
  ...on
}: SnippetListProps) {
  const search = useSelector(actor, selectSearch);
  const drafts = useSelector(actor, selectDrafts);
  const openId = useSelector(actor, selectOpenId);

  const all = listedQueries(drafts, snippets.data ?? [], openName === null ? null : { id: openId, title: openName });
  // One that nothing was typed into yet.
  if (openName !== null && snippets.data && !all.some(({ id }) => id === openId))
    all.unshift({ id: openId, name: openName, savedAt: null });
  const newButton = useRef<HTMLButtonElement>(null);
  const count = useRef(all.length);
  useEffect(() => {
    const isFewer = all.length < count.current;
    count.current = all.length;
    // What was deleted took the focus with it.
    if (isFewer && isFocusIdle()) newButton.current?.focus();
  }, [all.length]);
  const shown = all.filter(({ name }) => isFound(name, search));

  const empty =
    all.length === 0 ? (
      <EmptyState title="No queries yet">Queries are saved automatically.</EmptyState>
    ) : (
      <EmptyState
        title="No matching queries"
        action={
          <Button size="small" onClick={() => actor.send({ type: 'search.changed', search: '' })}>
            Clear search
          </Button>
        }
      />
    );

  return (
    <nav className={frame} aria-label="Queries">
      <div className={head}>
        <NewQuery list={actor} ref={newButton} onClick={on.onNewRequested} />
        <TextField
          label="Search queries"
          hideLabel
          placeholder="Search queries"
          type="search"
          value={search}
          onValueChange={(value) => actor.send({ type: 'search.changed', search: value })}
        />
      </div>
      <div className={scroll}>
        {snippets.state === 'loading' && <SkeletonRows label="Loading the queries" />}
        {snippets.state === 'failed' && <ResourceError title="Could not load the queries" read={snippets} />}
        {snippets.state === 'ready' && shown.length === 0 && empty}
        <ul className={list}>
          {shown.map(({ id, name, savedAt }) => {
            const isOpen = id === openId;
            const { base, ending } = splitName(name);
            return (
              <li key={id} className={cx(row, isOpen && current)}>
                <Link
                  href={href('sqlSnippet', { ref: projectRef, id })}
                  className={link}
                  aria-current={isOpen ? 'page' : undefined}
                  {...described(savedAt === null ? null : `Saved ${timeWords(new Date(savedAt), 'full')}`)}
                >
                  <span className={words}>
                    <span className={beginning} data-cut={name}>
                      {base}
                    </span>
                    <span className={suffix}>{ending}</span>
                  </span>
                  {((isOpen && isOpenRunning) || running.includes(id)) && (
                    <span className={mark} data-tip={outcomeWords.running}>
                      <Spinner />
                      <span className={spoken}>{outcomeWords.running}</span>
                    </span>
                  )}
                  {savedAt === null && <span className={draft}>Draft</span>}
                </Link>
                <Menu
                  label={`Actions for ${name}`}
                  align="end"
                  tip="Actions"
                  trigger={<IconButton size="small" icon={<Ellipsis />} label={`Actions for ${name}`} tip={false} />}
                  items={[
                    {
                      kind: 'action',
                      key: 'rename',
                      label: 'Rename…',
                      disabled: savedAt === null && !isOpen,
                      onSelect: () =>
                        isOpen ? on.onOpenRenamed() : actor.send({ type: 'rename.requested', snippet: { id, name } }),
                    },
                    {
                      kind: 'action',
                      key: 'delete',
                      label: 'Delete…',
                      tone: 'danger',
                      onSelect: () => actor.send({ type: 'delete.requested', snippet: { id, name } }),
                    },
                  ]}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}
