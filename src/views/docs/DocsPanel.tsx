import { useSelector } from '@xstate/react';
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { docsQueryMaxLength } from '../../contract/docs/docsSearch.ts';
import type { docsSearchMachine } from '../../machines/docs/docsSearch/docsSearch.machine.ts';
import {
  selectHighlighted,
  selectIsSearching,
  selectIsStale,
  selectMessage,
  selectPages,
  selectQuery,
  selectSearches,
  selectState,
} from '../../machines/docs/docsSearch/docsSearch.selectors.ts';
import { useMarkedInView } from '../parts/useMarkedInView.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { fieldClass, headClass, headingClass, listClass, noteClass } from '../ui/commandListStyles.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { QuestionOption, ResultOption } from './DocsOptions.tsx';
import { questionRows, rowsOf, starterQuestions, type QuestionRow, type ResultRow } from './docsRows.ts';

const stale = css({ opacity: 'faded' });
const spoken = css({ srOnly: true });
const waiting = css({ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: '2' });
const preview = css({
  flexShrink: '0',
  display: 'grid',
  gap: '0.5',
  padding: '3',
  borderTop: 'hairline',
  textStyle: 'small',
});
const previewTitle = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const previewText = css({ color: 'muted', lineClamp: '2' });

type Flow = ActorRefFrom<typeof docsSearchMachine>;

type Row = ResultRow | QuestionRow;

interface Group {
  title: string;
  /** A page is the first row of its group, so its title is there already. */
  hasHeading: boolean;
  rows: readonly Row[];
}

/** What is on screen: what was found, or what can be asked. */
function useGroups(flow: Flow): readonly Group[] {
  const state = useSelector(flow, selectState);
  const pages = useSelector(flow, selectPages);
  const searches = useSelector(flow, selectSearches);
  if (state !== 'initial') return pages.map((page) => ({ title: page.title, hasHeading: false, rows: rowsOf(page) }));
  return [
    { title: 'Recent searches', hasHeading: true, rows: questionRows('recent', searches) },
    { title: 'Questions', hasHeading: true, rows: questionRows('starter', starterQuestions) },
  ].filter(({ rows }) => rows.length > 0);
}

/** Below the list: waiting, nothing found, failed, and the number of pages for screen readers. */
function DocsNotes({ flow, count, onCleared }: { flow: Flow; count: number; onCleared: () => void }) {
  const state = useSelector(flow, selectState);
  const message = useSelector(flow, selectMessage);
  const isSearching = useSelector(flow, selectIsSearching);
  return (
    <>
      {state === 'loading' && count === 0 && (
        <div className={cx(noteClass, waiting)}>
          <Spinner label="Searching" />
        </div>
      )}
      {state === 'error' && (
        <div className={noteClass}>
          <Alert
            variant="destructive"
            announce
            title="Could not search the docs"
            actions={
              <Button size="small" onClick={() => flow.send({ type: 'search.submitted' })}>
                Try again
              </Button>
            }
          >
            {message !== '' && <p>{message}</p>}
          </Alert>
        </div>
      )}
      <div role="status" className={state === 'noResults' ? noteClass : spoken}>
        {state === 'noResults' && (
          <>
            No results.{' '}
            <Button size="small" variant="link" onClick={onCleared}>
              Clear search
            </Button>
          </>
        )}
        {count > 0 && !isSearching && `${count} ${count === 1 ? 'page' : 'pages'} found`}
      </div>
    </>
  );
}

/** How the section of the marked row begins, or what its page is about. */
const Preview = ({ id, row }: { id: string; row: ResultRow }): ReactNode => (
  <div id={id} className={preview}>
    <div className={previewTitle}>
      {row.page.title}
      {row.section !== null && ` › ${row.section.heading}`}
    </div>
    <div className={previewText}>{row.section?.excerpt || row.page.description}</div>
  </div>
);

interface FieldProps {
  flow: Flow;
  /** Id of the list; the rows have ids that begin with it. */
  id: string;
  rows: readonly Row[];
  at: number;
  onBack: () => void;
}

/** The field keeps the focus; its keys move through the rows and open them. */
function DocsField({ flow, id, rows, at, onBack }: FieldProps) {
  const query = useSelector(flow, selectQuery);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    // After what was typed before the search opened.
    input.current?.setSelectionRange(query.length, query.length);
    // oxlint-disable-next-line react/exhaustive-deps -- only where the search opens
  }, []);
  const current = rows[at];
  const walk = (step: number) => {
    const next = rows[(at + step + rows.length) % rows.length];
    if (next) flow.send({ type: 'row.highlighted', id: next.id });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
        walk(1);
        break;
      case 'ArrowUp':
        walk(-1);
        break;
      case 'Enter':
        // A row may be a link, so Enter does what a click does.
        if (current) document.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${at}`)}`)?.click();
        else flow.send({ type: 'search.submitted' });
        break;
      case 'Backspace':
        if (query !== '') return;
        onBack();
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return (
    <input
      ref={input}
      className={fieldClass}
      type="text"
      role="combobox"
      aria-label="Search the docs"
      aria-expanded
      aria-controls={id}
      aria-autocomplete="list"
      aria-activedescendant={current ? `${id}-${at}` : undefined}
      aria-describedby={current && 'page' in current ? `${id}-preview` : undefined}
      placeholder="Search the docs…"
      maxLength={docsQueryMaxLength}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      value={query}
      onChange={(event) => flow.send({ type: 'query.changed', query: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}

interface DocsPanelProps {
  flow: Flow;
  /** Beside the field. */
  before: ReactNode;
  after: ReactNode;
  /** Backspace in the empty field. */
  onBack: () => void;
}

/** The search of the docs: its field, and below it what was found or can be asked. */
export function DocsPanel({ flow, before, after, onBack }: DocsPanelProps) {
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const query = useSelector(flow, selectQuery);
  const isStale = useSelector(flow, selectIsStale);
  const isSearching = useSelector(flow, selectIsSearching);
  const highlighted = useSelector(flow, selectHighlighted);
  const groups = useGroups(flow);
  const rows = groups.flatMap((group) => group.rows);
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === highlighted),
  );
  const current = rows[at];
  useMarkedInView(list, at, query);
  const optionOf = (row: Row) => {
    const index = rows.indexOf(row);
    const shared = {
      id: `${id}-${index}`,
      isMarked: index === at,
      onHighlight: (rowId: string) => flow.send({ type: 'row.highlighted', id: rowId }),
    };
    return 'page' in row ? (
      <ResultOption
        key={row.id}
        {...shared}
        row={row}
        query={query}
        onOpened={() => flow.send({ type: 'result.opened' })}
      />
    ) : (
      <QuestionOption
        key={row.id}
        {...shared}
        row={row}
        isRecent={row.id.startsWith('recent:')}
        onChosen={(question) => flow.send({ type: 'query.chosen', query: question })}
      />
    );
  };
  return (
    <>
      <div ref={body} className={headClass}>
        {before}
        <DocsField flow={flow} id={id} rows={rows} at={at} onBack={onBack} />
        {isSearching && rows.length > 0 && <Spinner />}
        {after}
      </div>
      <div
        ref={list}
        id={id}
        className={cx(listClass, isStale && stale)}
        role="listbox"
        aria-label="Search the docs"
        aria-busy={isSearching}
        hidden={rows.length === 0}
      >
        {groups.map((group) => (
          <div key={group.rows[0]?.id} role="group" aria-label={group.title}>
            {group.hasHeading && (
              <div className={headingClass} aria-hidden>
                {group.title}
              </div>
            )}
            {group.rows.map(optionOf)}
          </div>
        ))}
      </div>
      {current && 'page' in current && <Preview id={`${id}-preview`} row={current} />}
      <DocsNotes
        flow={flow}
        count={rows.filter((row) => 'page' in row && row.section === null).length}
        onCleared={() => {
          flow.send({ type: 'query.changed', query: '' });
          body.current?.querySelector('input')?.focus();
        }}
      />
    </>
  );
}
