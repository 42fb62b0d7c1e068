import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { PasswordChange } from '../../../src/contract/accounts/newCredentials.ts';
import type { PasswordCheck } from '../../../src/contract/accounts/passwordCheck.ts';
import { passwordChangeMachine } from '../../../src/machines/accounts/passwordChange/passwordChange.machine.ts';
import {
  selectAsksCode,
  selectAsksCurrent,
  selectCheck,
  selectStrength,
} from '../../../src/machines/accounts/passwordChange/passwordChange.selectors.ts';
import { passwordStrengthMachine } from '../../../src/machines/parts/passwordStrength/passwordStrength.machine.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { strong, weak } from '../parts/passwordStrength.model.ts';
import { proofRefusal } from './identityCheck.model.ts';
import { codeNeeded, currentNeeded, passwordChangeModel } from './passwordChange.model.ts';

coverChart(passwordChangeModel);

describe('a new password of a signed-in user', () => {
  let clock: SteppedClock;
  let check: ReturnType<typeof held<PasswordCheck, { password: string }>>;
  let change: ReturnType<typeof held<void, PasswordChange>>;
  let code: ReturnType<typeof held<void>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof passwordChangeMachine>;
  const type = (field: 'password' | 'currentPassword' | 'nonce', value: string) =>
    flow.send({ type: 'field.changed', field, value });
  const submit = () => flow.send({ type: 'form.submitted' });
  const choose = async (score: PasswordCheck) => {
    type('password', 'correct horse');
    submit();
    clock.increment(300);
    check.last().answer(score);
    await waitFor(flow, (snapshot) => selectStrength(snapshot).check === score);
  };

  beforeEach(() => {
    clock = new SteppedClock();
    check = held();
    change = held();
    code = held();
    port = recordingPort();
    flow = createActor(
      passwordChangeMachine.provide({
        actors: {
          changePassword: change.logic,
          requestCode: code.logic,
          passwordStrength: passwordStrengthMachine.provide({ actors: { checkPassword: check.logic } }),
        },
      }),
      { clock, input: screenInput({ port }) },
    ).start();
  });

  it('is sent once it is strong enough, and forgotten once the server has taken it', async () => {
    await choose(strong);
    expect(change.last().input).toEqual({ password: 'correct horse' });
    change.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('filling'));
    expect(flow.getSnapshot().context.values.password).toBe('');
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Password changed' } },
      { type: 'resource.changed', names: ['accountSessions'] },
    ]);
  });

  it('is not sent while it is too weak', async () => {
    await choose(weak);
    expect(change.calls).toHaveLength(0);
    expect(flow.getSnapshot().context.fieldErrors.password).toContain('You need a stronger password.');
  });

  it('comes with the current one where the server asks for it', async () => {
    await choose(strong);
    change.last().fail(currentNeeded);
    await waitFor(flow, selectAsksCurrent);
    submit();
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ currentPassword: 'Enter your current password.' });
    type('currentPassword', 'countess');
    submit();
    expect(change.last().input).toEqual({ password: 'correct horse', currentPassword: 'countess' });
  });

  it('comes with the code of an email where the user signed in too long ago', async () => {
    await choose(strong);
    change.last().fail(codeNeeded);
    await waitFor(flow, (snapshot) => snapshot.matches('requestingCode'));
    code.last().answer();
    await waitFor(flow, selectAsksCode);
    type('nonce', '123456');
    submit();
    expect(change.last().input).toEqual({ password: 'correct horse', nonce: '123456' });
  });

  it('is sent again once the user has proved who they are, and stays typed where they do not', async () => {
    await choose(strong);
    change.last().fail(proofRefusal);
    await waitFor(flow, (snapshot) => selectCheck(snapshot) !== undefined);
    flow.send({ type: 'identity.dismissed' });
    expect(flow.getSnapshot().context).toMatchObject({ values: { password: 'correct horse' }, failure: null });
    submit();
    change.last().fail(proofRefusal);
    await waitFor(flow, (snapshot) => selectCheck(snapshot) !== undefined);
    flow.send({ type: 'identity.verified' });
    expect(change.calls).toHaveLength(3);
    expect(change.last().input).toEqual({ password: 'correct horse' });
  });

  it('says why it was refused, and why no code could be sent', async () => {
    await choose(strong);
    change.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    submit();
    change.last().fail(codeNeeded);
    await waitFor(flow, (snapshot) => snapshot.matches('requestingCode'));
    code.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.matches('filling'));
    expect(flow.getSnapshot().context.failure?.message).toBe('Not like this.');
    expect(selectAsksCode(flow.getSnapshot())).toBe(false);
  });
});
