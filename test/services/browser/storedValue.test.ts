// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { storedValue, storedValueBy } from '../../../src/app/parts/storedValue.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import { readStored, writeStored } from '../../../src/services/browser/storage.ts';

type Found = { type: 'organization.found'; slug: string | null };
type Chosen = { type: 'organization.chosen'; slug: string };

beforeEach(() => localStorage.clear());

function start() {
  const found: (string | null)[] = [];
  const stopped: string[] = [];
  const storage = storedValue<Found, Chosen>({
    watch: [['lastOrganization'], ['uiPreviews', 'apiSidePanel']],
    read: () => ({ type: 'organization.found', slug: readStored('lastOrganization') }),
    write: ({ slug }) => void writeStored('lastOrganization', slug),
    beside: (report) => {
      report({ type: 'organization.found', slug: 'beside' });
      return () => stopped.push('beside');
    },
  });
  const machine = flowSetup({
    types: { events: {} as Found },
    actors: { storage },
    actions: { keep: (_, { slug }: { slug: string | null }) => void found.push(slug) },
  }).createMachine({
    invoke: { id: 'storage', src: 'storage' },
    on: { 'organization.found': { actions: { type: 'keep', params: ({ event }) => event } } },
  });
  const actor = createActor(machine).start();
  return { actor, found, stopped, storage: actor.getSnapshot().children['storage']! };
}

const otherTab = (key: string) => dispatchEvent(new StorageEvent('storage', { key, newValue: null }));

it('reports what is stored at once, then what else there is, and stores what it is told', () => {
  writeStored('lastOrganization', 'acme');
  const { found, storage } = start();
  expect(found).toEqual(['acme', 'beside']);
  storage.send({ type: 'organization.chosen', slug: 'globex' });
  expect(readStored('lastOrganization')).toBe('globex');
});

it('reads again when another tab changes an entry or a member that it watches, until it is stopped', () => {
  const { actor, found, stopped } = start();
  writeStored('lastOrganization', 'globex');
  otherTab('basechart-last-organization');
  otherTab('basechart-ui-previews:apiSidePanel');
  otherTab('basechart-ui-previews:another');
  expect(found).toEqual([null, 'beside', 'globex', 'globex']);
  actor.stop();
  otherTab('basechart-last-organization');
  expect(found).toHaveLength(4);
  expect(stopped).toEqual(['beside']);
});

it('reads and stores the value that its input names, and reports nothing where there is none', () => {
  const found: (boolean | null)[] = [];
  const storage = storedValueBy<
    { type: 'preview.found'; on: boolean },
    { type: 'preview.chosen'; on: boolean },
    { id: string }
  >(({ id }) => ({
    watch: [['uiPreviews', id]],
    read: () => {
      const on = readStored('uiPreviews', id);
      return on === null ? null : { type: 'preview.found', on };
    },
    write: ({ on }) => void writeStored('uiPreviews', on, id),
  }));
  const machine = flowSetup({
    types: { events: {} as { type: 'preview.found'; on: boolean } },
    actors: { storage },
    actions: { keep: (_, { on }: { on: boolean }) => void found.push(on) },
  }).createMachine({
    invoke: { id: 'storage', src: 'storage', input: { id: 'apiSidePanel' } },
    on: { 'preview.found': { actions: { type: 'keep', params: ({ event }) => event } } },
  });
  const actor = createActor(machine).start();
  expect(found).toEqual([]);
  actor.getSnapshot().children['storage']!.send({ type: 'preview.chosen', on: true });
  expect([readStored('uiPreviews', 'apiSidePanel'), readStored('uiPreviews', 'another')]).toEqual([true, null]);
  otherTab('basechart-ui-previews:another');
  expect(found).toEqual([]);
  otherTab('basechart-ui-previews:apiSidePanel');
  expect(found).toEqual([true]);
});
