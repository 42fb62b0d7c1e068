import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor, type Actor } from 'xstate';
import type { Profile } from '../../../src/contract/accounts/profile.ts';
import type { ProfileNames } from '../../../src/contract/accounts/profileNames.ts';
import { profileNamesMachine } from '../../../src/machines/accounts/profileNames/profileNames.machine.ts';
import { selectIsEdited, selectIsLoading } from '../../../src/machines/accounts/profileNames/profileNames.selectors.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, screenInput, unanswered } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { lovelace, profileNamesModel } from './profileNames.model.ts';

coverChart(profileNamesModel);

describe('the names of a user', () => {
  let save: ReturnType<typeof held<Profile, ProfileNames>>;
  let keep: ReturnType<typeof held<void, { draft: ProfileNames }>>;
  let forget: ReturnType<typeof held<void>>;
  let port: ReturnType<typeof recordingPort>;
  let report: (view: ResourceView) => void;
  let flow: Actor<typeof profileNamesMachine>;
  const load = (data: Profile) => report({ data, failure: null, refreshing: false });
  const type = (field: keyof ProfileNames, value: string) => flow.send({ type: 'field.changed', field, value });

  const begin = async (draft: ProfileNames | null) => {
    const actors = {
      loadDraft: fromPromise<ProfileNames | null, undefined>(async () => draft),
      keepDraft: keep.logic,
      deleteDraft: forget.logic,
      saveNames: save.logic,
    };
    flow = createActor(profileNamesMachine.provide({ actors }), {
      input: screenInput({
        port,
        resources: {
          watch: (_, seen) => {
            report = seen as (view: ResourceView) => void;
            return () => {};
          },
        },
      }),
    }).start();
    await waitFor(flow, (snapshot) => snapshot.matches('loading'));
  };
  beforeEach(async () => {
    [save, keep, forget, port] = [held(), held(), held(), recordingPort()];
    await begin(null);
  });

  it('begin with those of the profile, and are not replaced while they are typed', () => {
    expect(selectIsLoading(flow.getSnapshot())).toBe(true);
    load(lovelace);
    expect(flow.getSnapshot().context.values).toEqual({ first_name: 'Ada', last_name: '' });
    type('last_name', 'Lovelace');
    load(lovelace);
    expect(flow.getSnapshot().context.values.last_name).toBe('Lovelace');
  });

  it('are saved, shown at once, and read again in the other tabs', async () => {
    load(lovelace);
    type('last_name', 'Lovelace');
    flow.send({ type: 'form.submitted' });
    expect(save.last().input).toEqual({ first_name: 'Ada', last_name: 'Lovelace' });
    const saved = { ...lovelace, last_name: 'Lovelace' };
    save.last().answer(saved);
    await waitFor(flow, (snapshot) => snapshot.matches('forgettingDraft'));
    forget.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
    expect(port.commands).toEqual([
      { type: 'resource.overwritten', ref: { name: 'profile', params: {} }, data: saved },
      { type: 'resource.changed', names: ['profile'], onlyElsewhere: true },
      { type: 'toast.requested', toast: { tone: 'success', title: 'Profile saved' } },
    ]);
  });

  it('survive a reload while they are typed, until they are saved', async () => {
    load(lovelace);
    type('last_name', 'Lovel');
    await waitFor(flow, () => keep.calls.length > 0);
    expect(keep.last().input.draft).toEqual({ first_name: 'Ada', last_name: 'Lovel' });
    await begin(keep.last().input.draft);
    load(lovelace);
    expect(flow.getSnapshot().context.values).toEqual({ first_name: 'Ada', last_name: 'Lovel' });
    flow.send({ type: 'form.submitted' });
    save.last().answer({ ...lovelace, last_name: 'Lovel' });
    await waitFor(flow, () => forget.calls.length > 0);
    expect(flow.getSnapshot().context).toMatchObject({ draft: null, values: { last_name: 'Lovel' } });
  });

  it('are those of the profile again after edits are discarded', async () => {
    await begin({ first_name: 'Ada', last_name: 'Lovel' });
    load(lovelace);
    expect(selectIsEdited(flow.getSnapshot())).toBe(true);
    flow.send({ type: 'edits.discarded' });
    expect(flow.getSnapshot().context.values).toEqual({ first_name: 'Ada', last_name: '' });
    expect(selectIsEdited(flow.getSnapshot())).toBe(false);
    expect(forget.calls).toHaveLength(1);
  });

  it('lose the error of a save that had no answer when they are typed on, and keep a refusal', async () => {
    load(lovelace);
    for (const [error, stays] of [
      [unanswered, false],
      [refusal, true],
    ] as const) {
      flow.send({ type: 'form.submitted' });
      save.last().fail(error);
      await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
      type('last_name', `Lovelace ${String(stays)}`);
      expect(flow.getSnapshot().context.failure !== null).toBe(stays);
    }
  });

  it('have at most 100 characters each', () => {
    load(lovelace);
    type('first_name', 'x'.repeat(101));
    flow.send({ type: 'form.submitted' });
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ first_name: 'Use at most 100 characters.' });
    expect(save.calls).toHaveLength(0);
  });

  it('stay when they are refused', async () => {
    load(lovelace);
    type('last_name', 'Lovelace');
    flow.send({ type: 'form.submitted' });
    save.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    expect(flow.getSnapshot().context.values.last_name).toBe('Lovelace');
  });
});
