import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { Factor, FactorEnrollment, FactorList } from '../../../src/contract/accounts/factor.ts';
import { factorSetupMachine } from '../../../src/machines/accounts/factorSetup/factorSetup.machine.ts';
import { secondFactorsMachine } from '../../../src/machines/accounts/secondFactors/secondFactors.machine.ts';
import {
  selectBegun,
  selectCheck,
  selectFactors,
  selectIsLoading,
  selectLoadFailure,
  selectRemoved,
  selectSetup,
} from '../../../src/machines/accounts/secondFactors/secondFactors.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { enrollment } from './factorSetup.model.ts';
import { proofRefusal } from './identityCheck.model.ts';
import { phone, tablet } from './secondFactor.model.ts';
import { secondFactorsModel } from './secondFactors.model.ts';

coverChart(secondFactorsModel);

describe('the authenticator apps of a user', () => {
  let list: ReturnType<typeof held<FactorList>>;
  let enroll: ReturnType<typeof held<FactorEnrollment, { name: string }>>;
  let discard: ReturnType<typeof held<void, { id: string }>>;
  let remove: ReturnType<typeof held<void, { id: string }>>;
  let verify: ReturnType<typeof held<void, { id: string; code: string }>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof secondFactorsMachine>;
  const load = async (verified: readonly Factor[], begun: Factor | null = null) => {
    list.last().answer({ verified, begun });
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
  };
  const begin = async (name = 'Phone') => {
    flow.send({ type: 'field.changed', field: 'name', value: name });
    flow.send({ type: 'form.submitted' });
    enroll.last().answer(enrollment);
    await waitFor(flow, (snapshot) => selectSetup(snapshot) !== undefined);
  };

  beforeEach(() => {
    list = held();
    enroll = held();
    discard = held();
    remove = held();
    verify = held();
    port = recordingPort();
    flow = createActor(
      secondFactorsMachine.provide({
        actors: {
          factorSetup: factorSetupMachine.provide({ actors: { verifyFactor: verify.logic } }),
          listFactors: list.logic,
          enrollFactor: enroll.logic,
          discardFactor: discard.logic,
          removeFactor: remove.logic,
        },
      }),
      { input: screenInput({ port }) },
    ).start();
  });

  it('are listed', async () => {
    expect(selectIsLoading(flow.getSnapshot())).toBe(true);
    await load([phone, tablet]);
    expect(selectFactors(flow.getSnapshot())).toEqual([phone, tablet]);
  });

  it('say which one was begun on a page that was left, and set it up again with another secret', async () => {
    await load([phone], tablet);
    expect(selectBegun(flow.getSnapshot())).toEqual(tablet);
    flow.send({ type: 'field.changed', field: 'name', value: 'Watch' });
    flow.send({ type: 'setup.restarted' });
    expect(enroll.last().input).toEqual({ name: tablet.name });
    enroll.last().answer(enrollment);
    await waitFor(flow, (snapshot) => selectSetup(snapshot) !== undefined);
    expect(selectBegun(flow.getSnapshot())).toBeNull();
  });

  it('lose one that was begun when the user discards it, and keep what is typed', async () => {
    await load([phone], tablet);
    flow.send({ type: 'field.changed', field: 'name', value: 'Watch' });
    flow.send({ type: 'setup.discarded' });
    expect(discard.last().input).toEqual({ id: tablet.id });
    discard.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
    expect(selectBegun(flow.getSnapshot())).toBeNull();
    expect(flow.getSnapshot().context.values.name).toBe('Watch');
  });

  it('are read again on request after a failure', async () => {
    list.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectLoadFailure(snapshot) !== null);
    flow.send({ type: 'factors.retried' });
    expect(list.calls).toHaveLength(2);
    await load([]);
  });

  it('get another one, by its name and its first code', async () => {
    await load([]);
    await begin(' Phone ');
    expect(enroll.last().input).toEqual({ name: 'Phone' });
    selectSetup(flow.getSnapshot())?.send({ type: 'field.changed', field: 'code', value: '123456' });
    expect(verify.last().input).toEqual({ id: enrollment.id, code: '123456' });
    verify.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('loading'));
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Authenticator app added' } },
    ]);
    await load([phone]);
    expect(flow.getSnapshot().context.values.name).toBe('');
  });

  it('get another one with a recent proof of who the user is', async () => {
    await load([]);
    flow.send({ type: 'field.changed', field: 'name', value: 'Phone' });
    flow.send({ type: 'form.submitted' });
    enroll.last().fail(proofRefusal);
    await waitFor(flow, (snapshot) => selectCheck(snapshot) !== undefined);
    flow.send({ type: 'identity.verified' });
    expect(enroll.calls).toHaveLength(2);
    enroll.last().answer(enrollment);
    await waitFor(flow, (snapshot) => selectSetup(snapshot) !== undefined);
  });

  it('each have a name', async () => {
    await load([]);
    flow.send({ type: 'form.submitted' });
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ name: 'Enter a name for the app.' });
    flow.send({ type: 'field.changed', field: 'name', value: 'x'.repeat(101) });
    flow.send({ type: 'form.submitted' });
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ name: 'Use at most 100 characters.' });
    expect(enroll.calls).toHaveLength(0);
  });

  it('do not keep one that was begun and given up', async () => {
    await load([]);
    await begin();
    flow.send({ type: 'setup.cancelled' });
    expect(discard.last().input).toEqual({ id: enrollment.id });
    discard.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
    expect(JSON.stringify(flow.getSnapshot().context)).not.toContain(enrollment.secret);
  });

  it('lose one after a question', async () => {
    await load([phone, tablet]);
    flow.send({ type: 'removal.requested', factor: tablet });
    expect(selectRemoved(flow.getSnapshot())).toBe(tablet);
    flow.send({ type: 'action.cancelled' });
    expect(flow.getSnapshot().hasTag('confirming')).toBe(false);
    flow.send({ type: 'removal.requested', factor: tablet });
    flow.send({ type: 'action.confirmed' });
    expect(remove.last().input).toEqual({ id: tablet.id });
    remove.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.confirmFailure !== null);
    flow.send({ type: 'action.confirmed' });
    remove.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('loading'));
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Authenticator app removed' } },
    ]);
  });
});
