import { assign, sendTo } from 'xstate';
import { addressSearchMachine } from '../../parts/addressSearch/addressSearch.machine.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { resourceInvalidated } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** What the storage tells: at the start, and when another tab changes it. */
export interface IgnoredRecalled {
  type: 'ignored.recalled';
  /** Ids of findings, the latest last. They hold names, so the key is one that a trace hides. */
  ignored: readonly string[];
}

/** What the storage is told. */
export interface StoreIgnored {
  type: 'ignored.changed';
  ignored: readonly string[];
}

interface AdvisorsContext extends Pick<ScreenInput, 'port'> {
  ref: string;
  ignored: readonly string[];
}

export const advisorsMachine = flowSetup({
  types: {
    input: {} as Pick<ScreenInput<'advisors'>, 'params' | 'port'>,
    context: {} as AdvisorsContext,
    events: {} as
      | IgnoredRecalled
      | { type: 'finding.ignored'; finding: string }
      | { type: 'finding.restored'; finding: string }
      | { type: 'check.requested' },
    children: {} as { storage: 'storeIgnored'; search: 'addressSearch' },
  },
  actors: {
    storeIgnored: unprovidedSource<StoreIgnored, { ref: string }>('storeIgnored'),
    addressSearch: addressSearchMachine,
  },
  actions: {
    keepIgnored: assign((_, { ignored }: { ignored: readonly string[] }) => ({ ignored })),
    ignore: assign(({ context }, { finding }: { finding: string }) => ({
      ignored: [...context.ignored.filter((one) => one !== finding), finding],
    })),
    restore: assign(({ context }, { finding }: { finding: string }) => ({
      ignored: context.ignored.filter((one) => one !== finding),
    })),
    readAgain: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceInvalidated('advisors', { ref: context.ref }),
    ),
    storeIgnored: sendTo('storage', ({ context }) => ({ type: 'ignored.changed' as const, ignored: context.ignored })),
  },
}).createMachine({
  id: 'advisors',
  description:
    'What the advisors of a project found. The cache reads it; here is which findings the user ignores, in this browser, and the search, in the address.',
  context: ({ input }) => ({ port: input.port, ref: input.params.ref, ignored: [] }),
  invoke: [
    {
      id: 'storage',
      src: 'storeIgnored',
      input: ({ context: { ref } }) => ({ ref }),
      onError: cannotFail.watching,
    },
    { id: 'search', src: 'addressSearch', onError: cannotFail.chart },
  ],
  initial: 'listing',
  states: {
    listing: {
      on: {
        'ignored.recalled': { actions: { type: 'keepIgnored', params: ({ event }) => event } },
        'finding.ignored': { actions: [{ type: 'ignore', params: ({ event }) => event }, 'storeIgnored'] },
        'check.requested': { actions: 'readAgain' },
        'finding.restored': { actions: [{ type: 'restore', params: ({ event }) => event }, 'storeIgnored'] },
      },
    },
  },
});
