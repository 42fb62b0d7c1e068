import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { Credentials } from '../../../src/contract/accounts/credentials.ts';
import type { PasswordCheck } from '../../../src/contract/accounts/passwordCheck.ts';
import type { PendingCode } from '../../../src/contract/accounts/pendingCode.ts';
import { passwordRules } from '../../../src/machines/accounts/signUp/passwordRules.ts';
import { signUpMachine, type SignUpOutcome } from '../../../src/machines/accounts/signUp/signUp.machine.ts';
import {
  selectCode,
  selectIsClosed,
  selectIsEmpty,
  selectIsMailSent,
  selectShowsRules,
  selectStrength,
  selectValues,
} from '../../../src/machines/accounts/signUp/signUp.selectors.ts';
import { passwordStrengthMachine } from '../../../src/machines/parts/passwordStrength/passwordStrength.machine.ts';
import { held } from '../../fixtures/held.ts';
import { pendingCodeOf } from '../../fixtures/pendingCode.ts';
import { config, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { strong, weak } from '../parts/passwordStrength.model.ts';
import { signUpModel } from './signUp.model.ts';

coverChart(signUpModel);

describe('signing up', () => {
  let clock: SteppedClock;
  let account: ReturnType<typeof held<SignUpOutcome, Credentials & { query: Readonly<Record<string, string>> }>>;
  let check: ReturnType<typeof held<PasswordCheck, { password: string }>>;
  let client: ReturnType<typeof held<void>>;
  let kept: string[];
  let form: Actor<typeof signUpMachine>;
  const start = (signupDisabled = false, pending: PendingCode | null = null) => {
    kept = [];
    form = createActor(
      signUpMachine.provide({
        actors: {
          pendingCode: pendingCodeOf(pending, kept),
          signUp: account.logic,
          prepareAuth: client.logic,
          passwordStrength: passwordStrengthMachine.provide({ actors: { checkPassword: check.logic } }),
        },
      }),
      { clock, input: screenInput({ config: { ...config, auth: { signupDisabled, autoconfirm: true } } }) },
    ).start();
  };
  const fill = (email: string, password: string) => {
    form.send({ type: 'field.changed', field: 'email', value: email });
    form.send({ type: 'field.changed', field: 'password', value: password });
  };
  const submit = () => form.send({ type: 'form.submitted' });
  const score = async (answer: PasswordCheck) => {
    clock.increment(300);
    check.last().answer(answer);
    await waitFor(form, (snapshot) => selectStrength(snapshot).check === answer);
  };
  const look = <Value>(select: (snapshot: ReturnType<typeof form.getSnapshot>) => Value) => select(form.getSnapshot());

  beforeEach(() => {
    clock = new SteppedClock();
    account = held();
    check = held();
    client = held();
    start();
  });

  it('shows the rules when the password has the focus for the first time', () => {
    expect(look(selectShowsRules)).toBe(false);
    form.send({ type: 'password.focused' });
    expect(look(selectShowsRules)).toBe(true);
  });

  it('fetches the auth client meanwhile', () => {
    form.send({ type: 'password.focused' });
    form.send({ type: 'password.focused' });
    expect(client.calls).toHaveLength(1);
  });

  it('has its button off while a field is empty', () => {
    expect(look(selectIsEmpty)).toBe(true);
    fill('ada@example.com', '');
    expect(look(selectIsEmpty)).toBe(true);
    fill('ada@example.com', 'x');
    expect(look(selectIsEmpty)).toBe(false);
  });

  it('refuses a short password, one that is the address, and one of more than 99 characters', () => {
    for (const [password, problem] of [
      ['short', 'Use at least 8 characters.'],
      ['Ada@example.com', 'Your password cannot be your email address.'],
      ['x'.repeat(100), 'Password should be less than 100 characters'],
    ] as const) {
      fill('ada@example.com', password);
      submit();
      expect(form.getSnapshot().context.fieldErrors).toEqual({ password: problem });
    }
    expect(account.calls).toHaveLength(0);
  });

  it('refuses a password that scores below 4, with the server’s warning', async () => {
    fill('ada@example.com', 'letmein12');
    await score(weak);
    submit();
    expect(form.getSnapshot().context.fieldErrors).toEqual({
      password: 'This is a common password. You need a stronger password.',
    });
    expect(account.calls).toHaveLength(0);
  });

  it('waits for the score when it is sent before there is one', async () => {
    fill('ada@example.com', 'correct horse battery');
    submit();
    expect(account.calls).toHaveLength(0);
    await score(strong);
    await waitFor(form, (snapshot) => snapshot.matches({ form: 'signingUp' }));
    expect(account.last().input).toMatchObject({ email: 'ada@example.com', password: 'correct horse battery' });
  });

  it('leaves the last word to the server when nobody could score the password', async () => {
    fill('ada@example.com', 'letmein12');
    submit();
    clock.increment(300);
    check.last().fail(refusal);
    await waitFor(form, (snapshot) => snapshot.matches({ form: 'signingUp' }));
    expect(account.last().input).toMatchObject({ email: 'ada@example.com', password: 'letmein12' });
  });

  const send = async () => {
    fill('ada@example.com', 'correct horse battery');
    await score(strong);
    submit();
  };

  it('goes on when the server confirms at once', async () => {
    await send();
    account.last().answer('signedIn');
    await waitFor(form, (snapshot) => snapshot.matches({ form: 'signedIn' }));
    expect(look(selectValues).password).toBe('');
  });

  it('tells to check the mail otherwise, and lets a mistyped address be put right', async () => {
    await send();
    account.last().answer('mailSent');
    await waitFor(form, selectIsMailSent);
    form.send({ type: 'form.reopened' });
    expect(look(selectIsMailSent)).toBe(false);
    expect(look(selectValues)).toEqual({ email: 'ada@example.com', password: '' });
    // The strength of a password that has been forgotten is nobody's any more.
    expect(look(selectStrength)).toEqual({ verdict: 'empty', check: null });
  });

  it('goes on with the code after a reload; of what was typed it keeps the address alone', () => {
    fill('ada@example.com', 'correct horse battery');
    expect(new Set(kept)).toEqual(new Set(['ada@example.com']));
    start(false, { address: 'ada@example.com', sentAt: 0 });
    expect(look(selectCode)?.getSnapshot().context).toMatchObject({ address: 'ada@example.com', kind: 'signup' });
    expect(account.calls).toHaveLength(0);
    form.send({ type: 'form.reopened' });
    expect(look(selectValues)).toEqual({ email: 'ada@example.com', password: '' });
    start(false, { address: 'ada@', sentAt: null });
    expect([look(selectIsMailSent), look(selectValues).email]).toEqual([false, 'ada@']);
  });

  it('keeps what was typed when it is refused', async () => {
    await send();
    submit();
    expect(account.calls).toHaveLength(1);
    account.last().fail(refusal);
    await waitFor(form, (snapshot) => snapshot.context.failure !== null);
    expect(form.getSnapshot().context.failure).toEqual({ code: 400, message: 'Not like this.', requestId: 'req-1' });
    expect(look(selectValues)).toEqual({ email: 'ada@example.com', password: 'correct horse battery' });
  });

  it('is closed where the server lets nobody sign up', () => {
    start(true);
    expect(look(selectIsClosed)).toBe(true);
  });

  it('ticks each rule as soon as it is met', () => {
    const met = (password: string, checked: PasswordCheck | null) =>
      passwordRules(
        { email: 'ada@example.com', password },
        { verdict: checked ? 'checked' : 'awaited', check: checked },
      ).map(({ isMet }) => isMet);
    expect(met('', null)).toEqual([false, false, false]);
    expect(met('short', weak)).toEqual([false, true, false]);
    expect(met('ada@example.com', weak)).toEqual([true, false, false]);
    expect(met('correct horse battery', strong)).toEqual([true, true, true]);
    expect(met('x'.repeat(100), null)).toEqual([false, true, false]);
  });
});
