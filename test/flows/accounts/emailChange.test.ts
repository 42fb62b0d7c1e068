import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { EmailRequest } from '../../../src/contract/accounts/emailRequest.ts';
import type { PendingCode } from '../../../src/contract/accounts/pendingCode.ts';
import type { Profile } from '../../../src/contract/accounts/profile.ts';
import type { CodeOutcome } from '../../../src/contract/accounts/sentCode.ts';
import { emailChangeMachine } from '../../../src/machines/accounts/emailChange/emailChange.machine.ts';
import { selectCheck, selectCode } from '../../../src/machines/accounts/emailChange/emailChange.selectors.ts';
import { sentCodeMachine, type SentCodeOwner } from '../../../src/machines/accounts/sentCode/sentCode.machine.ts';
import { selectIsHalf } from '../../../src/machines/accounts/sentCode/sentCode.selectors.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { held } from '../../fixtures/held.ts';
import { pendingCodeOf } from '../../fixtures/pendingCode.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { emailChangeModel } from './emailChange.model.ts';
import { proofRefusal } from './identityCheck.model.ts';
import { lovelace } from './profileNames.model.ts';

coverChart(emailChangeModel);

describe('another email address', () => {
  let request: ReturnType<typeof held<void, EmailRequest>>;
  let verification: ReturnType<typeof held<CodeOutcome, SentCodeOwner & { code: string }>>;
  let port: ReturnType<typeof recordingPort>;
  let report: (view: ResourceView) => void;
  let flow: Actor<typeof emailChangeMachine>;
  const load = (data: Profile) => report({ data, failure: null, refreshing: false });
  const ask = (email: string) => {
    flow.send({ type: 'field.changed', field: 'email', value: email });
    flow.send({ type: 'form.submitted' });
  };
  const send = async () => {
    ask(' new@example.com ');
    request.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('confirming'));
  };

  let kept: string[];
  const begin = (pending: PendingCode | null, profile = lovelace) => {
    kept = [];
    flow = createActor(
      emailChangeMachine.provide({
        actors: {
          pendingCode: pendingCodeOf(pending, kept),
          requestEmailChange: request.logic,
          sentCode: sentCodeMachine.provide({ actors: { verifyCode: verification.logic } }),
        },
      }),
      {
        input: screenInput({
          port,
          resources: {
            watch: (_, seen) => {
              report = seen as (view: ResourceView) => void;
              return () => {};
            },
          },
        }),
      },
    ).start();
    load(profile);
  };
  beforeEach(() => {
    [request, verification, port] = [held(), held(), recordingPort()];
    begin(null);
  });

  it('is asked for only if the account does not have it', () => {
    ask('ADA@example.com');
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ email: 'Your account already has this address.' });
    ask('ada');
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ email: 'Enter a valid email address.' });
    expect(request.calls).toHaveLength(0);
  });

  it('is confirmed by codes from both addresses, and shown everywhere', async () => {
    await send();
    expect(request.last().input).toEqual({ email: 'new@example.com' });
    const code = selectCode(flow.getSnapshot())!;
    const type = (value: string) => code.send({ type: 'field.changed', field: 'code', value });
    type('123456');
    expect(verification.last().input).toMatchObject({
      address: 'new@example.com',
      otherAddress: 'ada@example.com',
      kind: 'email_change',
    });
    verification.last().answer('half');
    await waitFor(code, selectIsHalf);
    type('654321');
    verification.last().answer('accepted');
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Email address changed' } },
      { type: 'resource.changed', names: ['profile', 'accountEvents', 'accountSessions'] },
    ]);
  });

  it('is confirmed by links that another tab opened', async () => {
    await send();
    load(lovelace);
    expect(flow.getSnapshot().matches('confirming')).toBe(true);
    load({ ...lovelace, primary_email: 'new@example.com' });
    expect(flow.getSnapshot().matches('editing')).toBe(true);
    expect(flow.getSnapshot().context).toMatchObject({ currentEmail: 'new@example.com', values: { email: '' } });
  });

  it('goes on with the code after a reload, or with what was typed, until the account has the address', () => {
    ask('new@');
    expect(kept).toContain('new@');
    begin({ address: 'new@', sentAt: null });
    expect([flow.getSnapshot().value, flow.getSnapshot().context.values.email]).toEqual(['editing', 'new@']);
    begin({ address: 'new@example.com', sentAt: 0 });
    expect(selectCode(flow.getSnapshot())?.getSnapshot().context).toMatchObject({
      address: 'new@example.com',
      otherAddress: 'ada@example.com',
    });
    begin({ address: 'new@example.com', sentAt: 0 }, { ...lovelace, primary_email: 'new@example.com' });
    expect([flow.getSnapshot().value, flow.getSnapshot().context.values.email]).toEqual(['editing', '']);
    expect(kept).toEqual(['']);
  });

  it('may be corrected', async () => {
    await send();
    flow.send({ type: 'form.reopened' });
    expect(flow.getSnapshot().context.values.email).toBe(' new@example.com ');
  });

  it('is asked for with a recent proof of who the user is, and stays typed where the user gives none', async () => {
    ask('new@example.com');
    request.last().fail(proofRefusal);
    await waitFor(flow, (snapshot) => selectCheck(snapshot) !== undefined);
    flow.send({ type: 'identity.dismissed' });
    expect(flow.getSnapshot().context).toMatchObject({ values: { email: 'new@example.com' }, failure: null });
    flow.send({ type: 'form.submitted' });
    request.last().fail(proofRefusal);
    await waitFor(flow, (snapshot) => selectCheck(snapshot) !== undefined);
    flow.send({ type: 'identity.verified' });
    expect(request.last().input).toEqual({ email: 'new@example.com' });
  });

  it('stays typed when it is refused', async () => {
    ask('taken@example.com');
    request.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    expect(flow.getSnapshot().context.values.email).toBe('taken@example.com');
  });
});
