import { onFailure } from './failure.ts';

interface PagedList<Context, Query, Source extends string> {
  /** Names the invoke of the first page. */
  id: string;
  /** The service that reads a page. */
  src: Source;
  /** What is asked for: the first page, or the one after those that were read. */
  query: (context: Context, page: 'first' | 'next') => Query;
}

/**
 * The states of a list of a project that is searched while the user types, and read page by page. The machine has the
 * delay `debounce`, the guard `hasMore`, and the actions `keepPage`, `appendPage`, `keepFailure` and `clearFailure`. It
 * adds the state `failed`, since what leads out of that differs, and leads to `debouncing` and `reading`.
 */
export const pagedListStates = <Context, Page, Query, const Source extends string>({
  id,
  src,
  query,
}: PagedList<Context, Query, Source>) => {
  const withPage = ({ event }: { event: { output: Page } }) => ({ page: event.output });
  return {
    awaitingProject: {
      description: 'The page says why the project cannot be used.',
      on: { 'project.opened': { target: 'reading' } },
    },
    debouncing: {
      description: 'The list waits until the user pauses.',
      after: { debounce: { target: 'reading' } },
    },
    reading: {
      entry: 'clearFailure',
      description: 'What was read before stays until the answer comes.',
      invoke: {
        id,
        src,
        input: ({ context }: { context: Context }) => query(context, 'first'),
        onDone: { target: 'ready', actions: { type: 'keepPage', params: withPage } },
        onError: onFailure('failed'),
      },
    },
    ready: {
      on: { 'more.requested': { guard: 'hasMore', target: 'readingMore', description: 'There is another page.' } },
    },
    readingMore: {
      entry: 'clearFailure',
      invoke: {
        id: 'more',
        src,
        input: ({ context }: { context: Context }) => query(context, 'next'),
        onDone: { target: 'ready', actions: { type: 'appendPage', params: withPage } },
        onError: onFailure('ready', 'The pages that were read stay.'),
      },
    },
  } as const;
};
