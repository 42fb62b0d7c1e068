import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { EmailRequest } from '../../../src/contract/accounts/emailRequest.ts';
import type { PendingCode } from '../../../src/contract/accounts/pendingCode.ts';
import type { CodeOutcome } from '../../../src/contract/accounts/sentCode.ts';
import { forgotPasswordMachine } from '../../../src/machines/accounts/forgotPassword/forgotPassword.machine.ts';
import { selectCode } from '../../../src/machines/accounts/forgotPassword/forgotPassword.selectors.ts';
import { sentCodeMachine, type SentCodeOwner } from '../../../src/machines/accounts/sentCode/sentCode.machine.ts';
import { held } from '../../fixtures/held.ts';
import { pendingCodeOf } from '../../fixtures/pendingCode.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { forgotPasswordModel } from './forgotPassword.model.ts';

coverChart(forgotPasswordModel);

describe('a forgotten password', () => {
  let request: ReturnType<typeof held<void, EmailRequest & { query: Readonly<Record<string, string>> }>>;
  let verification: ReturnType<typeof held<CodeOutcome, SentCodeOwner & { code: string }>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof forgotPasswordMachine>;
  const type = (value: string) => flow.send({ type: 'field.changed', field: 'email', value });
  const submit = () => flow.send({ type: 'form.submitted' });
  const send = async () => {
    type(' ada@example.com ');
    submit();
    request.last().answer();
    await waitFor(flow, (snapshot) => selectCode(snapshot) !== undefined);
  };

  const begin = (pending: PendingCode | null) => {
    flow = createActor(
      forgotPasswordMachine.provide({
        actors: {
          pendingCode: pendingCodeOf(pending),
          requestRecovery: request.logic,
          sentCode: sentCodeMachine.provide({ actors: { verifyCode: verification.logic } }),
        },
      }),
      { input: screenInput({ port, query: { returnTo: '/projects' } }) },
    ).start();
  };
  beforeEach(() => {
    request = held();
    verification = held();
    port = recordingPort();
    begin(null);
  });

  it('asks for an address', () => {
    submit();
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ email: 'Enter your email address.' });
    type('ada');
    submit();
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ email: 'Enter a valid email address.' });
    expect(request.calls).toHaveLength(0);
  });

  it('has an email sent to it, and asks for the code', async () => {
    await send();
    expect(request.last().input).toEqual({ email: 'ada@example.com', query: { returnTo: '/projects' } });
    expect(selectCode(flow.getSnapshot())?.getSnapshot().context).toMatchObject({
      address: 'ada@example.com',
      kind: 'recovery',
    });
  });

  it('leads on to the new password once the code is right, with the page that the user wanted', async () => {
    await send();
    selectCode(flow.getSnapshot())?.send({ type: 'field.changed', field: 'code', value: '123456' });
    verification.last().answer('accepted');
    await waitFor(flow, (snapshot) => snapshot.matches('verified'));
    expect(port.commands).toEqual([
      { type: 'navigation.requested', to: '/reset-password?returnTo=%2Fprojects', replace: true },
    ]);
  });

  it('goes on with the code after a reload, or with what was typed', () => {
    begin({ address: 'ada@example.com', sentAt: 0 });
    const code = selectCode(flow.getSnapshot())!.getSnapshot();
    expect(code.context).toMatchObject({ address: 'ada@example.com', kind: 'recovery' });
    expect(request.calls).toHaveLength(0);
    begin({ address: 'ada@', sentAt: null });
    expect(flow.getSnapshot().matches('editing')).toBe(true);
    expect(flow.getSnapshot().context.values.email).toBe('ada@');
  });

  it('takes another address', async () => {
    await send();
    flow.send({ type: 'form.reopened' });
    expect(selectCode(flow.getSnapshot())).toBeUndefined();
    expect(flow.getSnapshot().context.values.email).toBe(' ada@example.com ');
  });

  it('says why no email could be sent', async () => {
    type('ada@example.com');
    submit();
    request.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    expect(flow.getSnapshot().context.failure?.message).toBe('Not like this.');
  });
});
