import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { Factor } from '../../../src/contract/accounts/factor.ts';
import { secondFactorMachine } from '../../../src/machines/accounts/secondFactor/secondFactor.machine.ts';
import {
  selectChosen,
  selectIsLoading,
  selectLoadFailure,
} from '../../../src/machines/accounts/secondFactor/secondFactor.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { phone, secondFactorModel, tablet } from './secondFactor.model.ts';

coverChart(secondFactorModel);

describe('the second factor', () => {
  let factors: ReturnType<typeof held<readonly Factor[]>>;
  let verification: ReturnType<typeof held<void, { id: string; code: string }>>;
  let flow: Actor<typeof secondFactorMachine>;
  const type = (value: string) => flow.send({ type: 'field.changed', field: 'code', value });
  const load = async () => {
    factors.last().answer([phone, tablet]);
    await waitFor(flow, (snapshot) => snapshot.matches('typing'));
  };

  beforeEach(() => {
    factors = held();
    verification = held();
    flow = createActor(
      secondFactorMachine.provide({ actors: { listFactors: factors.logic, verifyFactor: verification.logic } }),
      { input: screenInput() },
    ).start();
  });

  it('is sent on the sixth digit, for the app that was added first', async () => {
    await load();
    type('123 45');
    expect(verification.calls).toHaveLength(0);
    type('123 456');
    expect(verification.last().input).toEqual({ id: phone.id, code: '123456' });
    verification.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('verified'));
  });

  it('can be that of another app', async () => {
    await load();
    type('123');
    flow.send({ type: 'factor.chosen', id: tablet.id });
    expect(selectChosen(flow.getSnapshot())).toBe(tablet.id);
    expect(flow.getSnapshot().context.values.code).toBe('');
    type('654321');
    expect(verification.last().input).toEqual({ id: tablet.id, code: '654321' });
  });

  it('is not sent while it is too short', async () => {
    await load();
    type('123');
    flow.send({ type: 'form.submitted' });
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ code: 'Enter all 6 digits.' });
    expect(verification.calls).toHaveLength(0);
  });

  it('can be corrected when it is refused', async () => {
    await load();
    type('123456');
    verification.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    type('12345');
    type('123457');
    expect(verification.last().input.code).toBe('123457');
  });

  it('is asked for again after the apps could not be read', async () => {
    factors.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectLoadFailure(snapshot) !== null);
    flow.send({ type: 'factors.retried' });
    expect(selectIsLoading(flow.getSnapshot())).toBe(true);
    expect(factors.calls).toHaveLength(2);
  });

  it('is not asked for when the last app was removed on another device', async () => {
    factors.last().answer([]);
    await waitFor(flow, (snapshot) => snapshot.matches('verified'));
    expect(verification.calls).toHaveLength(0);
  });
});
