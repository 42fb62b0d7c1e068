import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { docsSearchDebounceMs, recentSearchesKept } from '../../../src/contract/docs/docsSearch.ts';
import {
  docsSearchMachine,
  type RecentChanged,
  type RecentFound,
  type RoundCommand,
  type SourceReport,
} from '../../../src/machines/docs/docsSearch/docsSearch.machine.ts';
import {
  selectHighlighted,
  selectIsSearching,
  selectIsStale,
  selectMessage,
  selectPages,
  selectQuery,
  selectSearches,
  selectState,
} from '../../../src/machines/docs/docsSearch/docsSearch.selectors.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { docsSearchModel, pageOf, policies, roles } from './docsSearch.model.ts';

coverChart(docsSearchModel);

const backups = pageOf('backups');

function opened(query = '') {
  const clock = new SteppedClock();
  const sources = heldSource<RoundCommand, SourceReport, undefined>();
  const storage = heldSource<RecentChanged, RecentFound, undefined>();
  const actor = createActor(docsSearchMachine.provide({ actors: { sources: sources.logic, storage: storage.logic } }), {
    clock,
    input: { query },
  }).start();
  const see = <Value>(select: (snapshot: ReturnType<typeof actor.getSnapshot>) => Value) => select(actor.getSnapshot());
  const rounds = () => sources.told.flatMap((command) => (command.type === 'round.sent' ? [command] : []));
  /** A source answers the round that was sent last, or an earlier one. */
  const returns = (results: readonly ReturnType<typeof pageOf>[], key = rounds().at(-1)!.key) =>
    sources.report({ type: 'results.returned', key, results });
  const fails = (message = '', key = rounds().at(-1)!.key) => sources.report({ type: 'source.failed', key, message });
  return {
    actor,
    clock,
    sources,
    storage,
    returns,
    fails,
    rounds,
    type: (text: string) => actor.send({ type: 'query.changed', query: text }),
    enter: () => actor.send({ type: 'search.submitted' }),
    asked: () => rounds().map((round) => round.query),
    state: () => see(selectState),
    pages: () => see(selectPages).map(({ id }) => id),
    see,
  };
}

/** A round for "policies" is on its way. */
const searching = () => opened('policies');

describe('the docs search', () => {
  it('asks 150 ms after the last keystroke, with the trimmed query', () => {
    const { type, clock, asked, state, see } = opened();
    for (const text of [' r', ' ro', ' row ']) {
      type(text);
      clock.increment(docsSearchDebounceMs - 1);
    }
    expect([asked(), state(), see(selectQuery)]).toEqual([[], 'initial', ' row ']);
    clock.increment(1);
    expect([asked(), state()]).toEqual([['row'], 'loading']);
    expect(docsSearchDebounceMs).toBe(150);
  });

  it('asks once for what is typed at 20 keys a second', () => {
    const { type, clock, asked } = opened();
    const text = 'how do I turn on row level security';
    for (let length = 1; length <= text.length; length += 1) {
      type(text.slice(0, length));
      clock.increment(50);
    }
    clock.increment(docsSearchDebounceMs);
    expect(asked()).toEqual([text]);
  });

  it('searches at once when it opens with a query, and when a question is chosen', () => {
    const { actor, asked } = opened('policies');
    expect(asked()).toEqual(['policies']);
    actor.send({ type: 'query.chosen', query: 'backups' });
    expect(asked()).toEqual(['policies', 'backups']);
  });

  it('is initial, then loading, then partialResults when one source has returned, then fullResults', () => {
    const { type, clock, returns, state, pages, see } = opened();
    expect(state()).toBe('initial');
    type('policies');
    clock.increment(docsSearchDebounceMs);
    expect([state(), see(selectIsSearching)]).toEqual(['loading', true]);
    returns([policies]);
    expect([state(), pages(), see(selectIsSearching)]).toEqual(['partialResults', ['policies'], true]);
    returns([roles]);
    expect([state(), pages(), see(selectIsSearching)]).toEqual(['fullResults', ['policies', 'roles'], false]);
  });

  it('appends the results of the second source, each page once by its id, in the order in which they came', () => {
    const { returns, pages, see } = searching();
    returns([policies, backups, { ...backups, title: 'Twice' }]);
    returns([{ ...backups, title: 'Another title' }, roles, policies]);
    expect(pages()).toEqual(['policies', 'backups', 'roles']);
    expect(see(selectPages).map(({ title }) => title)).toEqual(['policies', 'backups', 'roles']);
  });

  it('keeps loading while one source has found nothing and the other is out', () => {
    const { returns, state, pages } = searching();
    returns([]);
    expect(state()).toBe('loading');
    returns([roles]);
    expect([state(), pages()]).toEqual(['fullResults', ['roles']]);
  });

  it('says that nothing was found when both have returned without results', () => {
    const { returns, state } = searching();
    returns([]);
    returns([]);
    expect(state()).toBe('noResults');
  });

  it('has failed only when both sources have finished and there are no results', () => {
    const both = searching();
    both.fails('Too many requests');
    expect(both.state()).toBe('loading');
    both.fails();
    expect([both.state(), both.see(selectMessage)]).toEqual(['error', 'Too many requests']);

    // Whether the other source answers before the failure or after it.
    for (const order of [['returns', 'fails'] as const, ['fails', 'returns'] as const]) {
      const one = searching();
      for (const step of order) {
        expect(one.state()).toBe('loading');
        if (step === 'returns') one.returns([]);
        else one.fails();
      }
      expect([one.state(), one.see(selectMessage)]).toEqual(['error', '']);
    }
  });

  it('keeps its state when a source fails after the other has found something', () => {
    const { returns, fails, state, pages, see } = searching();
    returns([policies]);
    fails('down');
    expect([state(), pages(), see(selectIsSearching)]).toEqual(['partialResults', ['policies'], false]);
  });

  it('shows what one source finds after the other has failed', () => {
    const { returns, fails, state, pages } = searching();
    fails('down');
    returns([policies]);
    expect([state(), pages()]).toEqual(['fullResults', ['policies']]);
  });

  it('ignores what belongs to an older search, whether it comes before or after the answer of the newer one', () => {
    const { actor, returns, fails, state, pages } = searching();
    actor.send({ type: 'query.chosen', query: 'roles' });
    returns([policies], 1);
    fails('old', 1);
    expect([state(), pages()]).toEqual(['loading', []]);
    returns([roles]);
    returns([policies], 1);
    fails('old', 1);
    expect([state(), pages()]).toEqual(['partialResults', ['roles']]);
    returns([]);
    returns([policies], 1);
    fails('old', 1);
    expect([state(), pages()]).toEqual(['fullResults', ['roles']]);
  });

  it('keeps what is on screen while a new search loads, over several rounds, until something is found', () => {
    const { actor, returns, pages, see, state } = searching();
    returns([policies]);
    actor.send({ type: 'query.chosen', query: 'roles' });
    expect([state(), pages(), see(selectIsStale)]).toEqual(['loading', ['policies'], true]);
    returns([]);
    expect([state(), pages()]).toEqual(['loading', ['policies']]);
    // No result is held, so the earlier stale set stays.
    actor.send({ type: 'query.chosen', query: 'role' });
    expect([state(), pages(), see(selectIsStale)]).toEqual(['loading', ['policies'], true]);
    returns([roles]);
    expect([pages(), see(selectIsStale)]).toEqual([['roles'], false]);
  });

  it('drops the stale set when the new search finds nothing, or fails', () => {
    const { actor, returns, fails, pages } = searching();
    returns([policies]);
    actor.send({ type: 'query.chosen', query: 'zzz' });
    returns([]);
    returns([]);
    expect(pages()).toEqual([]);
    actor.send({ type: 'query.chosen', query: 'policies' });
    returns([policies]);
    actor.send({ type: 'query.chosen', query: 'zzz' });
    fails();
    fails();
    expect(pages()).toEqual([]);
  });

  it('resets when the field is cleared: answers that are still out are dropped, and nothing is asked', () => {
    const { type, clock, returns, state, pages, sources, asked } = searching();
    returns([policies]);
    type('   ');
    expect([state(), pages()]).toEqual(['initial', []]);
    expect(sources.told.at(-1)?.type).toBe('round.aborted');
    returns([roles]);
    clock.increment(docsSearchDebounceMs);
    expect([state(), pages(), asked()]).toEqual(['initial', [], ['policies']]);
  });

  it('asks nothing for a text that is cleared before the pause is over', () => {
    const { type, clock, asked } = opened();
    type('row');
    type('');
    clock.increment(docsSearchDebounceMs);
    expect(asked()).toEqual([]);
  });

  it('searches now when Enter is pressed with nothing found, and not again after the pause', () => {
    const { type, enter, clock, asked } = opened();
    type('row');
    enter();
    expect(asked()).toEqual(['row']);
    clock.increment(docsSearchDebounceMs);
    expect(asked()).toEqual(['row']);
    // Once it is on its way, Enter sends it no second time.
    enter();
    expect(asked()).toEqual(['row']);
  });

  it('leaves Enter to the rows where there are some', () => {
    const { returns, type, enter, asked } = searching();
    returns([policies]);
    type('policies and');
    enter();
    expect(asked()).toEqual(['policies']);
  });

  it('tries again after nothing was found or the search has failed', () => {
    const { returns, fails, enter, asked, state, rounds } = searching();
    returns([]);
    returns([]);
    enter();
    expect([asked().length, state()]).toEqual([2, 'loading']);
    fails();
    fails();
    enter();
    expect([asked().length, state()]).toEqual([3, 'loading']);
    expect(new Set(rounds().map(({ key }) => key)).size).toBe(3);
  });

  it('marks the first row again when something else is typed', () => {
    const { actor, type, see } = opened();
    actor.send({ type: 'row.highlighted', id: 'policies#create' });
    expect(see(selectHighlighted)).toBe('policies#create');
    type('p');
    expect(see(selectHighlighted)).toBeNull();
  });

  it('remembers the searches whose results were opened: the latest first, each once, few', () => {
    const { actor, returns, storage, see } = opened();
    storage.report({ type: 'recent.loaded', searches: ['old', 'older'] });
    for (const query of ['a', 'b ', 'c', 'a', 'd']) {
      actor.send({ type: 'query.chosen', query });
      returns([policies]);
      actor.send({ type: 'result.opened' });
    }
    expect(see(selectSearches)).toEqual(['d', 'a', 'c', 'b', 'old']);
    expect(see(selectSearches).length).toBe(recentSearchesKept);
    expect(storage.told.at(-1)?.searches).toEqual(see(selectSearches));
  });

  it('does not remember a search without a result', () => {
    const { actor, returns, storage, see } = searching();
    returns([]);
    returns([]);
    actor.send({ type: 'result.opened' });
    expect(see(selectSearches)).toEqual([]);
    expect(storage.told).toEqual([]);
  });
});
