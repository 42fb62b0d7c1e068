import type { DocsPage } from '../../../src/contract/docs/docsPage.ts';
import { recentSearchesKept } from '../../../src/contract/docs/docsSearch.ts';
import { docsSearchMachine } from '../../../src/machines/docs/docsSearch/docsSearch.machine.ts';
import type { Model } from '../../support/paths.ts';

export const pageOf = (id: string, title = id): DocsPage => ({
  id,
  path: `/guides/${id}`,
  type: 'markdown',
  title,
  subtitle: 'Database',
  description: `All about ${title}.`,
  sections: [{ heading: `Create ${title}`, slug: 'create', excerpt: '' }],
});

export const policies = pageOf('policies');
export const roles = pageOf('roles');

const keysOf = (pages: readonly DocsPage[]) => pages.map(({ id }) => id);

export const docsSearchModel: Model<typeof docsSearchMachine> = {
  machine: docsSearchMachine,
  input: () => ({ query: '' }),
  events: {
    'query.changed': [
      { type: 'query.changed', query: 'policies' },
      { type: 'query.changed', query: '  ' },
    ],
    'query.chosen': [{ type: 'query.chosen', query: 'roles' }],
    'search.submitted': [{ type: 'search.submitted' }],
    'row.highlighted': [{ type: 'row.highlighted', id: 'policies#create' }],
    'result.opened': [{ type: 'result.opened' }],
    'search.opened': [],
    'round.started': [],
    'search.reset': [],
    'results.returned': [],
    'source.failed': [],
    'recent.loaded': [],
  },
  answers: {
    sources: [
      { sends: { type: 'results.returned', key: 1, results: [policies] } },
      { sends: { type: 'results.returned', key: 1, results: [] } },
      { sends: { type: 'results.returned', key: 2, results: [roles] } },
      { sends: { type: 'source.failed', key: 1, message: 'Too many requests' } },
    ],
    storage: [
      { sends: { type: 'recent.loaded', searches: ['backups', 'policies'] } },
      { error: new Error('no storage here') },
    ],
  },
  // Later rounds differ from the first in nothing but their keys, and a round has two sources.
  distinguish: ({ query, key, finished, results, stale, message }) => ({
    blank: query.trim() === '',
    round: Math.min(key, 2),
    finished: Math.min(finished, 2),
    found: results.length > 0,
    stale: stale.length > 0,
    failed: message !== null,
  }),
  invariants: [
    {
      says: 'What belongs to an earlier round changes nothing.',
      when: (_, { event, before }) =>
        (event?.type === 'results.returned' || event?.type === 'source.failed') && event.key !== before?.context.key,
      holds: ({ context }, { before }) =>
        context.results === before?.context.results && context.finished === before.context.finished,
    },
    {
      says: 'Nothing is asked while the field is empty, and nothing is found then.',
      when: ({ context }) => context.query.trim() === '',
      holds: (snapshot, { sent }) =>
        snapshot.matches({ results: 'initial' }) &&
        !sent.some(({ event }) => event.type === 'round.sent') &&
        snapshot.context.results.length + snapshot.context.stale.length === 0,
    },
    {
      says: 'Each round asks for the trimmed query under a new key.',
      when: (_, { sent }) => sent.some(({ event }) => event.type === 'round.sent'),
      holds: ({ context }, { sent, before }) =>
        context.key > (before?.context.key ?? -1) &&
        sent.some(({ event }) => event['key'] === context.key && event['query'] === context.query.trim()),
    },
    {
      says: 'The list has each page once.',
      holds: ({ context }) => new Set(keysOf(context.results)).size === context.results.length,
    },
    {
      says: 'It has failed only when both sources have finished and nothing was found.',
      when: (snapshot) => snapshot.matches({ results: 'error' }),
      holds: ({ context }) => context.finished === 2 && context.results.length === 0 && context.message !== null,
    },
    {
      says: 'Nothing was found only when both sources have returned.',
      when: (snapshot) => snapshot.matches({ results: 'noResults' }),
      holds: ({ context }) => context.finished === 2 && context.results.length === 0 && context.message === null,
    },
    {
      says: 'What was on screen stays there while a new search loads.',
      when: (snapshot, { before, sent }) =>
        before !== null &&
        before.context.results.length > 0 &&
        snapshot.matches({ results: 'loading' }) &&
        sent.some(({ event }) => event.type === 'round.sent'),
      holds: ({ context }, { before }) => context.stale === before?.context.results,
    },
    {
      says: 'A search whose result is opened is stored, as the latest one.',
      when: (_, { event, awaited }) => event?.type === 'result.opened' && awaited.includes('storage'),
      holds: ({ context }, { sent }) =>
        context.searches[0] === context.query.trim() &&
        sent.some(({ to, event }) => to === 'storage' && event['searches'] === context.searches),
    },
    {
      says: 'The recent searches are few, and each is there once.',
      holds: ({ context: { searches } }) =>
        searches.length <= recentSearchesKept && new Set(searches).size === searches.length,
    },
  ],
};
