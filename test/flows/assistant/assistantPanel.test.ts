import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor } from 'xstate';
import {
  assistantPanelMachine,
  type OpennessChanged,
  type OpennessLoaded,
  type ProjectInput,
} from '../../../src/machines/assistant/assistantPanel/assistantPanel.machine.ts';
import {
  selectHasHistory,
  selectIsCalled,
  selectIsOpen,
  selectProposal,
} from '../../../src/machines/assistant/assistantPanel/assistantPanel.selectors.ts';
import type { ResourcePort, ResourceView } from '../../../src/machines/parts/port.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { acme, orders, recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { assistantPanelModel, at, request } from './assistantPanel.model.ts';

coverChart(assistantPanelModel);

const loaded = (opens: OpennessLoaded['opens']): OpennessLoaded => ({
  type: 'openness.loaded',
  opens,
  ref: 'abc',
  hasHistory: false,
});

/** The user's lists, with a model in the projects of Acme or without one. */
const listsWith = (configured: boolean | undefined): ResourcePort => ({
  watch: ({ name }, seen) => {
    const data =
      name === 'projects'
        ? [{ ...orders, ref: 'abc', organization_slug: 'acme' }]
        : [{ ...acme, slug: 'acme', assistant_configured: configured }];
    seen({ data, failure: null, refreshing: false } as unknown as ResourceView<typeof name>);
    return () => {};
  },
});

function started(resources: ResourcePort = listsWith(true)) {
  const load = held<void>();
  const storage = heldSource<OpennessChanged, OpennessLoaded, undefined>();
  const projects: ProjectInput[] = [];
  const actor = createActor(
    assistantPanelMachine.provide({
      actors: {
        load: load.logic,
        storage: storage.logic,
        assistantProject: fromCallback(({ input }) => void projects.push(input as unknown as ProjectInput)) as never,
      },
    }),
    { input: { port: recordingPort(), now: () => 0, resources } },
  ).start();
  return { actor, load, storage, projects, isOpen: () => selectIsOpen(actor.getSnapshot()) };
}

async function used() {
  const panel = started();
  panel.storage.report(loaded('asBefore'));
  panel.load.last().answer();
  await waitFor(panel.actor, (snapshot) => snapshot.matches('used'));
  return panel;
}

describe('the assistant panel', () => {
  it('is closed at first, and loads nothing', () => {
    const { storage, load, isOpen } = started();
    storage.report(loaded(null));
    expect(isOpen()).toBe(false);
    expect(load.calls).toEqual([]);
  });

  it('opens again after a reload', async () => {
    const { isOpen, projects } = await used();
    expect(isOpen()).toBe(true);
    expect(projects.map(({ input }) => input.ref)).toEqual(['abc']);
  });

  it.each([false, undefined])('stays closed after a reload where no model answers (%s)', (configured) => {
    const { actor, storage, load } = started(listsWith(configured));
    storage.report(loaded('asBefore'));
    actor.send(at('abc'));
    expect(load.calls).toEqual([]);
    actor.send(at('abc', 'true'));
    expect(load.calls).toHaveLength(1);
  });

  it('is opened by the address where no model answers', () => {
    const { storage, load } = started(listsWith(false));
    storage.report(loaded('byAddress'));
    expect(load.calls).toHaveLength(1);
  });

  it('opens again when the user comes to a project whose organization has a model', () => {
    const { actor, storage, load } = started();
    storage.report({ ...loaded('asBefore'), ref: null });
    expect(load.calls).toEqual([]);
    actor.send(at('abc'));
    expect(load.calls).toHaveLength(1);
  });

  it('knows that there may be conversations once it was open', async () => {
    const { actor, storage } = started();
    storage.report(loaded(null));
    expect(selectHasHistory(actor.getSnapshot())).toBe(false);
    expect(selectHasHistory((await used()).actor.getSnapshot())).toBe(true);
    storage.report({ ...loaded(null), hasHistory: true });
    expect(selectHasHistory(actor.getSnapshot())).toBe(true);
  });

  it('waits where no model answers, and an address that closes it is stored', () => {
    const { actor, storage, load } = started(listsWith(false));
    storage.report(loaded('asBefore'));
    expect(storage.told).toEqual([]);
    actor.send(at('abc', 'false'));
    expect(storage.told).toEqual([{ type: 'openness.changed', open: false }]);
    actor.send(at('abc', 'true'));
    expect(load.calls).toHaveLength(1);
  });

  it('is opened by the address of another project, while it waits for a model', () => {
    const { actor, storage, load } = started(listsWith(false));
    storage.report(loaded('asBefore'));
    actor.send(at('xyz', 'true'));
    expect(load.calls).toHaveLength(1);
  });

  it('stores whether it is open', async () => {
    const { actor, storage } = await used();
    actor.send({ type: 'panel.toggled' });
    expect(storage.told.at(-1)).toEqual({ type: 'openness.changed', open: false });
  });

  it('is opened and closed by `aiAssistantPanelOpen` in the address', async () => {
    const { actor, isOpen } = await used();
    actor.send(at('abc', 'false'));
    expect(isOpen()).toBe(false);
    actor.send(at('abc', 'true'));
    expect(isOpen()).toBe(true);
  });

  it('takes the focus when the user or a screen opens it, and never because of the address', async () => {
    const { actor } = await used();
    const isCalled = () => selectIsCalled(actor.getSnapshot());
    expect(isCalled()).toBe(false);
    for (const opening of [{ type: 'panel.toggled' }, { type: 'request.made', request }] as const) {
      actor.send({ type: 'panel.closed' });
      actor.send(at('abc', 'true'));
      expect(isCalled()).toBe(false);
      actor.send({ type: 'panel.closed' });
      actor.send(opening);
      expect(isCalled()).toBe(true);
    }
  });

  it('goes on with its conversation on other pages of the project, and starts anew in another project', async () => {
    const { actor, projects } = await used();
    actor.send(at('abc'));
    expect(projects.length).toBe(1);
    actor.send(at('xyz'));
    expect(projects.map(({ input }) => input.ref)).toEqual(['abc', 'xyz']);
  });

  it('hands a screen’s question on, which opens it', async () => {
    const { actor, load, projects, storage, isOpen } = started();
    storage.report(loaded(null));
    actor.send({ type: 'request.made', request });
    load.last().answer();
    await waitFor(actor, (snapshot) => snapshot.matches('used'));
    expect(isOpen()).toBe(true);
    expect(projects[0]?.input.request).toBe(request);
  });

  it('holds SQL for the editor until the user has accepted or rejected it', async () => {
    const { actor } = await used();
    const proposal = { ref: 'abc', sql: 'select 1' };
    actor.send({ type: 'proposal.made', proposal });
    expect(selectProposal(actor.getSnapshot())).toBe(proposal);
    actor.send({ type: 'proposal.settled' });
    expect(selectProposal(actor.getSnapshot())).toBeNull();
  });
});
