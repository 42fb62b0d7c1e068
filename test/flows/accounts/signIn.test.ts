import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { Credentials } from '../../../src/contract/accounts/credentials.ts';
import type { SignInMethod } from '../../../src/contract/accounts/session.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { signInMachine } from '../../../src/machines/accounts/signIn/signIn.machine.ts';
import { selectLastMethod } from '../../../src/machines/accounts/signIn/signIn.selectors.ts';
import { explained } from '../../../src/views/accounts/accountsFailure.ts';
import { held } from '../../fixtures/held.ts';
import { screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { signInModel } from './signIn.model.ts';

coverChart(signInModel);

describe('signing in', () => {
  let service: ReturnType<typeof held<void, Credentials>>;
  let client: ReturnType<typeof held<void>>;
  let lastMethod: ReturnType<typeof held<SignInMethod | null>>;
  let form: Actor<typeof signInMachine>;
  const fill = (values: Partial<Credentials>) => {
    for (const field of ['email', 'password'] as const)
      form.send({ type: 'field.changed', field, value: values[field] ?? '' });
  };
  const submit = () => form.send({ type: 'form.submitted' });

  beforeEach(() => {
    service = held();
    client = held();
    lastMethod = held();
    form = createActor(
      signInMachine.provide({
        actors: { signIn: service.logic, prepareAuth: client.logic, readLastMethod: lastMethod.logic },
      }),
      { input: screenInput() },
    ).start();
  });

  it('marks the method that this browser’s user took the last time', async () => {
    expect(selectLastMethod(form.getSnapshot())).toBeNull();
    lastMethod.last().answer('email');
    await waitFor(form, (snapshot) => selectLastMethod(snapshot) === 'email');
    expect(form.getSnapshot().matches({ form: 'editing' })).toBe(true);
  });

  it('requires an email and a password', () => {
    submit();
    expect(form.getSnapshot().context.fieldErrors).toEqual({
      email: 'Enter your email address.',
      password: 'Enter your password.',
    });
    expect(service.calls).toHaveLength(0);
  });

  it('does not send what is no email address', () => {
    fill({ email: 'ada@', password: 'countess' });
    submit();
    expect(form.getSnapshot().context.fieldErrors).toEqual({ email: 'Enter a valid email address.' });
  });

  it('forgets the problem of a field that is being changed', () => {
    submit();
    form.send({ type: 'field.changed', field: 'email', value: 'a' });
    expect(form.getSnapshot().context.fieldErrors).toEqual({ password: 'Enter your password.' });
  });

  it('sends the address without the blanks around it, and the password as it is', () => {
    fill({ email: ' ada@example.com ', password: ' countess ' });
    submit();
    expect(service.last().input).toEqual({ email: 'ada@example.com', password: ' countess ' });
  });

  it('is sent once, however often the button is pressed', () => {
    fill({ email: 'ada@example.com', password: 'countess' });
    submit();
    submit();
    expect(service.calls).toHaveLength(1);
    expect(form.getSnapshot().hasTag('busy')).toBe(true);
  });

  it('says why it was refused, and keeps what was typed', async () => {
    fill({ email: 'ada@example.com', password: 'countess' });
    submit();
    service
      .last()
      .fail(
        new FailureError({ code: 'invalid_credentials', message: 'Invalid login credentials', requestId: 'req-1' }),
      );
    await waitFor(form, (snapshot) => snapshot.context.failure !== null);
    expect(form.getSnapshot().context.failure).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
      requestId: 'req-1',
    });
    expect(form.getSnapshot().context.values).toEqual({ email: 'ada@example.com', password: 'countess' });
    expect(form.getSnapshot().hasTag('busy')).toBe(false);
  });

  it('tells whoever has not confirmed their address to use the mailed link', () => {
    expect(explained({ code: 'email_not_confirmed', message: 'Email not confirmed' }).message).toBe(
      'Open the link in the email that we sent you, then sign in.',
    );
  });

  it('waits, with the password forgotten, until the access rules leave for where the user was going', async () => {
    fill({ email: 'ada@example.com', password: 'countess' });
    submit();
    service.last().answer();
    await waitFor(form, (snapshot) => snapshot.matches({ form: 'signedIn' }));
    expect(form.getSnapshot().hasTag('busy')).toBe(true);
    expect(form.getSnapshot().context.values.password).toBe('');
  });

  it('fetches the auth client when the form is first touched, and again if that failed', async () => {
    expect(client.calls).toHaveLength(0);
    form.send({ type: 'form.touched' });
    form.send({ type: 'form.touched' });
    expect(client.calls).toHaveLength(1);
    client.last().fail(new Error('offline'));
    await waitFor(form, (snapshot) => snapshot.matches({ client: 'absent' }));
    form.send({ type: 'form.touched' });
    expect(client.calls).toHaveLength(2);
  });
});
