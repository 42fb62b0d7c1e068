import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { AnyResourceRef } from '../../../src/contract/cache/resources.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { watchResources } from '../../../src/machines/parts/watchResources.ts';
import { orders } from '../../fixtures/screen.ts';

type Seen = { type: 'name.seen'; name: string };

const watchName = watchResources<Seen, { ref: string }>(({ watch, report, input: { ref } }) => {
  watch('project', { ref }, ({ data }) => {
    if (data) report({ type: 'name.seen', name: data.name });
  });
  watch('projects', {}, () => undefined);
});

it('observes its resources with the parameters of its input, reports to the machine, and lets go with it', () => {
  const watched = new Map<string, { ref: AnyResourceRef; seen: (view: ResourceView) => void }>();
  const names: string[] = [];
  const machine = flowSetup({
    types: { events: {} as Seen },
    actors: { watchName },
    actions: { keep: (_, { name }: { name: string }) => void names.push(name) },
  }).createMachine({
    invoke: {
      id: 'name',
      src: 'watchName',
      input: {
        ref: 'abc',
        resources: {
          watch: (ref, seen) => {
            watched.set(ref.name, { ref, seen: seen as (view: ResourceView) => void });
            return () => watched.delete(ref.name);
          },
        },
      },
    },
    on: { 'name.seen': { actions: { type: 'keep', params: ({ event }) => event } } },
  });
  const actor = createActor(machine).start();
  expect([...watched.values()].map(({ ref }) => ref)).toEqual([
    { name: 'project', params: { ref: 'abc' } },
    { name: 'projects', params: {} },
  ]);
  const view = { failure: null, refreshing: false };
  watched.get('project')!.seen({ ...view, data: undefined });
  watched.get('project')!.seen({ ...view, data: { ...orders } as unknown as ResourceView['data'] });
  expect(names).toEqual(['Orders']);
  actor.stop();
  expect(watched.size).toBe(0);
});
