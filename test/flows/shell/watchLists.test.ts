import { expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import type { ResourcePort, ResourceView } from '../../../src/machines/parts/port.ts';
import { watchLists, type Lists } from '../../../src/machines/shell/access/watchLists.ts';
import { acme, orders } from '../../fixtures/screen.ts';
import { ada } from '../accounts/profile.model.ts';

/** The lists as reported, and a way to let the cache say something. */
function driver() {
  const listeners = new Map<string, (view: ResourceView) => void>();
  const reported: (Lists | null)[] = [];
  const resources: ResourcePort = {
    watch: ({ name }, seen) => {
      listeners.set(name, seen as (view: ResourceView) => void);
      return () => listeners.delete(name);
    },
  };
  const machine = setup({
    types: { events: {} as { type: 'lists.changed'; lists: Lists | null } },
    actors: { watchLists },
  }).createMachine({
    invoke: { src: 'watchLists', input: { resources } },
    on: { 'lists.changed': { actions: ({ event }) => reported.push(event.lists) } },
  });
  createActor(machine).start();
  return {
    reported,
    say: (name: string, view: Partial<ResourceView>) =>
      listeners.get(name)!({ data: undefined, failure: null, refreshing: false, ...view }),
  };
}

const branched = { ...orders, preview_branch_refs: ['branch'] };
const lists: Lists = {
  slugs: [acme.slug],
  projects: [{ ref: orders.ref, slug: orders.organization_slug, branchRefs: ['branch'] }],
};

it('reports both lists once both are there', () => {
  const { reported, say } = driver();
  say('profile', { data: ada });
  say('organizations', { data: [acme] });
  expect(reported).toEqual([]);
  say('projects', { data: [branched] });
  expect(reported).toEqual([lists]);
});

it('reports nothing that was read before there was a profile', () => {
  const { reported, say } = driver();
  say('organizations', { data: [] });
  say('projects', { data: [] });
  say('organizations', { data: [], refreshing: true });
  say('projects', { data: [], refreshing: true });
  say('profile', { data: ada });
  expect(reported).toEqual([]);
  say('organizations', { data: [acme] });
  expect(reported).toEqual([]);
  say('projects', { data: [branched] });
  expect(reported).toEqual([lists]);
});

it('waits for a refresh that is under way', () => {
  const { reported, say } = driver();
  say('profile', { data: ada });
  say('organizations', { data: [acme] });
  say('projects', { data: [], refreshing: true });
  expect(reported).toEqual([]);
  say('projects', { data: [branched] });
  expect(reported).toEqual([lists]);
});

it('takes back what it reported while a list is read again', () => {
  const { reported, say } = driver();
  say('profile', { data: ada });
  say('organizations', { data: [acme] });
  say('projects', { data: [branched] });
  say('organizations', { data: [acme], refreshing: true });
  expect(reported).toEqual([lists, null]);
  say('projects', { data: [branched, orders] });
  expect(reported).toEqual([lists, null]);
  say('organizations', { data: [acme] });
  expect(reported).toHaveLength(3);
  expect(reported[2]?.projects.map(({ ref }) => ref)).toEqual([branched.ref, orders.ref]);
});
