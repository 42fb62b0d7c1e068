import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { accountTiming } from '../../../src/contract/accounts/accountTiming.ts';
import type { PasswordCheck } from '../../../src/contract/accounts/passwordCheck.ts';
import { passwordWarning } from '../../../src/contract/accounts/passwordScore.ts';
import { onFailure } from '../../../src/machines/parts/failure.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import { formOf, submitTo, type FormEvent } from '../../../src/machines/parts/form.ts';
import {
  clearNewPassword,
  isPasswordField,
  keepChangeOrPassword,
  keepNewStrength,
  newPasswordActions,
  newPasswordGuards,
  onceStrengthIsKnown,
  watchStrength,
  type NewPasswordContext,
} from '../../../src/machines/parts/passwordStrength/newPassword.ts';
import { passwordStrengthMachine } from '../../../src/machines/parts/passwordStrength/passwordStrength.machine.ts';
import { noStrength, type StrengthChanged } from '../../../src/machines/parts/passwordStrength/strength.ts';
import type { AppPort } from '../../../src/machines/parts/port.ts';
import { unprovided } from '../../../src/machines/parts/unprovided.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal } from '../../fixtures/screen.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { strong, weak } from './passwordStrength.model.ts';

interface Values {
  name: string;
  password: string;
}
interface AccountContext extends NewPasswordContext<Values> {
  port: AppPort;
}
type AccountEvent = FormEvent<Values> | StrengthChanged;

const form = formOf({
  schema: v.object({ name: v.string(), password: v.pipe(v.string(), v.minLength(1, 'Enter a password.')) }),
  request: ({ values }: AccountContext) => values,
});

const accountMachine = flowSetup({
  types: {
    input: {} as { port: AppPort },
    context: {} as AccountContext,
    events: {} as AccountEvent,
    children: {} as { strength: 'passwordStrength' },
  },
  actors: { passwordStrength: passwordStrengthMachine, createAccount: unprovided<void, Values>('createAccount') },
  guards: { ...newPasswordGuards, isPassword: isPasswordField, isComplete: form.isComplete },
  actions: {
    ...form.actions<AccountEvent>(),
    ...newPasswordActions<AccountContext, AccountEvent>(),
    clearNewPassword: clearNewPassword<AccountContext, AccountEvent>(),
  },
}).createMachine({
  id: 'account',
  context: ({ input: { port } }) => ({
    port,
    values: { name: '', password: '' },
    strength: noStrength,
    fieldErrors: {},
    failure: null,
  }),
  invoke: watchStrength,
  on: { 'strength.changed': keepNewStrength },
  initial: 'filling',
  states: {
    filling: {
      initial: 'editing',
      on: { 'field.changed': keepChangeOrPassword },
      states: {
        editing: { on: { 'form.submitted': submitTo('awaitingStrength') } },
        awaitingStrength: { always: onceStrengthIsKnown('#account.creating', 'editing') },
      },
    },
    creating: {
      invoke: {
        id: 'creation',
        src: 'createAccount',
        input: ({ context }) => context.values,
        onDone: { target: 'created', actions: 'clearNewPassword' },
        onError: onFailure('filling'),
      },
    },
    created: {},
  },
});

describe('a form with a new password', () => {
  let clock: SteppedClock;
  let check: ReturnType<typeof held<PasswordCheck, { password: string }>>;
  let creation: ReturnType<typeof held<void, Values>>;
  let flow: Actor<typeof accountMachine>;

  const type = (field: keyof Values, value: string) => flow.send({ type: 'field.changed', field, value });
  const submit = () => flow.send({ type: 'form.submitted' });
  const checks = async (found: PasswordCheck) => {
    clock.increment(accountTiming.passwordCheckDebounceMs);
    check.last().answer(found);
    await waitFor(flow, ({ context }) => context.strength.verdict === 'checked');
  };
  const state = () => flow.getSnapshot().value;

  beforeEach(() => {
    clock = new SteppedClock();
    check = held();
    creation = held();
    const strength = passwordStrengthMachine.provide({ actors: { checkPassword: check.logic } });
    flow = createActor(
      accountMachine.provide({ actors: { passwordStrength: strength, createAccount: creation.logic } }),
      { clock, input: { port: recordingPort() } },
    ).start();
  });

  it('has the password checked, and no other field', async () => {
    type('name', 'Ada');
    clock.increment(accountTiming.passwordCheckDebounceMs);
    expect(check.calls).toEqual([]);
    type('password', 'letmein');
    await checks(weak);
    expect(check.calls.map(({ input }) => input.password)).toEqual(['letmein']);
    expect(flow.getSnapshot().context).toMatchObject({
      values: { name: 'Ada', password: 'letmein' },
      strength: { verdict: 'checked', check: weak },
    });
  });

  it('sends a strong password, also where it is submitted before its strength is known', async () => {
    type('password', 'correct horse');
    submit();
    expect([state(), creation.calls]).toEqual([{ filling: 'awaitingStrength' }, []]);
    await checks(strong);
    expect(creation.last().input).toEqual({ name: '', password: 'correct horse' });
  });

  it('sends no weak password, and says why at its field', async () => {
    type('password', 'letmein');
    submit();
    await checks(weak);
    expect([state(), creation.calls]).toEqual([{ filling: 'editing' }, []]);
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ password: passwordWarning(weak) });
  });

  it('is edited again when it is changed before its strength is known', () => {
    type('password', 'letmein');
    submit();
    type('password', 'letmein2');
    expect(state()).toEqual({ filling: 'editing' });
  });

  it('leaves it to the server where the check is unavailable', async () => {
    type('password', 'letmein');
    submit();
    clock.increment(accountTiming.passwordCheckDebounceMs);
    check.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.matches('creating'));
    expect(creation.last().input).toEqual({ name: '', password: 'letmein' });
  });

  it('forgets the password once it has served its purpose', async () => {
    type('name', 'Ada');
    type('password', 'correct horse');
    submit();
    await checks(strong);
    creation.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('created'));
    expect(flow.getSnapshot().context.values).toEqual({ name: 'Ada', password: '' });
  });
});
