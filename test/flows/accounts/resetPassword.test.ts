import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { LinkOutcome } from '../../../src/contract/accounts/emailLink.ts';
import type { NewPassword } from '../../../src/contract/accounts/newCredentials.ts';
import type { PasswordCheck } from '../../../src/contract/accounts/passwordCheck.ts';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { resetPasswordMachine } from '../../../src/machines/accounts/resetPassword/resetPassword.machine.ts';
import {
  selectFailure,
  selectIsOpening,
  selectIsRefused,
  selectIsUnproven,
  selectStrength,
} from '../../../src/machines/accounts/resetPassword/resetPassword.selectors.ts';
import { passwordStrengthMachine } from '../../../src/machines/parts/passwordStrength/passwordStrength.machine.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { strong, weak } from '../parts/passwordStrength.model.ts';
import { resetPasswordModel } from './resetPassword.model.ts';

coverChart(resetPasswordModel);

describe('a new password after a recovery email', () => {
  let clock: SteppedClock;
  let link: ReturnType<typeof held<LinkOutcome, { query: Readonly<Record<string, string>> }>>;
  let check: ReturnType<typeof held<PasswordCheck, { password: string }>>;
  let change: ReturnType<typeof held<void, NewPassword>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof resetPasswordMachine>;

  beforeEach(() => {
    clock = new SteppedClock();
    link = held();
    check = held();
    change = held();
    port = recordingPort();
    flow = createActor(
      resetPasswordMachine.provide({
        actors: {
          openLink: link.logic,
          changePassword: change.logic,
          passwordStrength: passwordStrengthMachine.provide({ actors: { checkPassword: check.logic } }),
        },
      }),
      { clock, input: screenInput({ port, query: { code: 'c0de', returnTo: '/org/acme' } }) },
    ).start();
  });
  const open = async () => {
    link.last().answer({ session: true });
    await waitFor(flow, (snapshot) => snapshot.matches('filling'));
  };
  const submit = async (password: string, score: PasswordCheck) => {
    flow.send({ type: 'field.changed', field: 'password', value: password });
    flow.send({ type: 'form.submitted' });
    clock.increment(300);
    check.last().answer(score);
    await waitFor(flow, (snapshot) => selectStrength(snapshot).check === score);
  };

  it('checks the link first, and takes its code out of the address', () => {
    expect(selectIsOpening(flow.getSnapshot())).toBe(true);
    expect(link.last().input.query['code']).toBe('c0de');
    expect(port.commands).toEqual([
      { type: 'navigation.requested', to: '/reset-password?returnTo=%2Forg%2Facme', replace: true },
    ]);
  });

  it('says why a link was refused', async () => {
    link.last().fail(refusal);
    await waitFor(flow, selectIsRefused);
    expect(selectFailure(flow.getSnapshot())?.message).toBe('Not like this.');
  });

  it('tries a link again that led to no session', async () => {
    link.last().answer({ session: false, failure: failureOf(refusal) });
    await waitFor(flow, selectIsUnproven);
    expect(selectFailure(flow.getSnapshot())?.message).toBe('Not like this.');
    flow.send({ type: 'link.retried' });
    expect(link.calls).toHaveLength(2);
    await open();
    expect(selectFailure(flow.getSnapshot())).toBeNull();
  });

  it('is not offered without an email', async () => {
    link.last().answer({ session: false, failure: null });
    await waitFor(flow, selectIsUnproven);
    flow.send({ type: 'field.changed', field: 'password', value: 'correct horse battery' });
    expect(flow.getSnapshot().context.values.password).toBe('');
  });

  it('must be strong', async () => {
    await open();
    await submit('letmein12', weak);
    expect(flow.getSnapshot().context.fieldErrors).toEqual({
      password: 'This is a common password. You need a stronger password.',
    });
    expect(change.calls).toHaveLength(0);
  });

  it('is saved, and the app opens where the user wanted to go', async () => {
    await open();
    await submit('correct horse battery', strong);
    expect(change.last().input).toEqual({ password: 'correct horse battery' });
    change.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('changed'));
    expect(flow.getSnapshot().context.values.password).toBe('');
    expect(port.commands.slice(1)).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Password changed' } },
      { type: 'navigation.requested', to: '/org/acme', replace: true },
    ]);
  });

  it('stays when it is refused', async () => {
    await open();
    await submit('correct horse battery', strong);
    change.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectFailure(snapshot) !== null);
    expect(flow.getSnapshot().context.values.password).toBe('correct horse battery');
  });
});
