import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { PendingCode } from '../../../src/contract/accounts/pendingCode.ts';
import type { PhoneChangeOutcome, PhoneRequest } from '../../../src/contract/accounts/phone.ts';
import { phoneChangeMachine } from '../../../src/machines/accounts/phoneChange/phoneChange.machine.ts';
import {
  selectCheck,
  selectCode,
  selectCurrentPhone,
  selectIsLoading,
  selectIsUnread,
} from '../../../src/machines/accounts/phoneChange/phoneChange.selectors.ts';
import { sentCodeMachine, type SentCodeOwner } from '../../../src/machines/accounts/sentCode/sentCode.machine.ts';
import { selectAddress, selectResendAt } from '../../../src/machines/accounts/sentCode/sentCode.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { pendingCodeOf } from '../../fixtures/pendingCode.ts';
import { config, recordingPort, refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { proofRefusal } from './identityCheck.model.ts';
import { phoneChangeModel } from './phoneChange.model.ts';

coverChart(phoneChangeModel);

describe('the phone number of an account', () => {
  let read: ReturnType<typeof held<string | null, undefined>>;
  let request: ReturnType<typeof held<PhoneChangeOutcome, PhoneRequest>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof phoneChangeMachine>;
  const submit = async () => {
    read.last().answer('+41791234567');
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
    flow.send({ type: 'field.changed', field: 'phone', value: '+49 30 123456' });
    flow.send({ type: 'form.submitted' });
  };

  const begin = (pending: PendingCode | null) => {
    const actors = { pendingCode: pendingCodeOf(pending), readPhone: read.logic, requestPhoneChange: request.logic };
    flow = createActor(phoneChangeMachine.provide({ actors }), { input: { port, config, now: () => 0 } }).start();
  };
  beforeEach(() => {
    [read, request, port] = [held(), held(), recordingPort()];
    begin(null);
  });

  it('is read, and read again where that failed', async () => {
    expect(selectIsLoading(flow.getSnapshot())).toBe(true);
    read.last().fail(refusal);
    await waitFor(flow, selectIsUnread);
    flow.send({ type: 'phone.retried' });
    read.last().answer('+41791234567');
    await waitFor(flow, (snapshot) => selectCurrentPhone(snapshot) === '+41791234567');
  });

  it('is changed once the code of the SMS was right', async () => {
    await submit();
    expect(request.last().input).toEqual({ phone: '+4930123456' });
    request.last().answer('codeSent');
    const { children } = await waitFor(flow, (snapshot) => selectCode(snapshot) !== undefined);
    expect(selectAddress(children.code!.getSnapshot())).toBe('+4930123456');
    expect(selectCurrentPhone(flow.getSnapshot())).toBe('+41791234567');
    flow.send({ type: 'code.accepted' });
    expect(selectCurrentPhone(flow.getSnapshot())).toBe('+4930123456');
    expect(port.commands.map(({ type }) => type)).toEqual(['toast.requested', 'resource.changed']);
  });

  it('is changed with a recent proof of who the user is, and stays typed where the user gives none', async () => {
    await submit();
    request.last().fail(proofRefusal);
    await waitFor(flow, (snapshot) => selectCheck(snapshot) !== undefined);
    flow.send({ type: 'identity.dismissed' });
    expect(flow.getSnapshot().context).toMatchObject({ values: { phone: '+49 30 123456' }, failure: null });
    flow.send({ type: 'form.submitted' });
    request.last().fail(proofRefusal);
    await waitFor(flow, (snapshot) => selectCheck(snapshot) !== undefined);
    flow.send({ type: 'identity.verified' });
    expect(request.last().input).toEqual({ phone: '+4930123456' });
  });

  it('gets another SMS after a proof, where the last one is old, and what was typed of the code stays', async () => {
    const resend = held<void, SentCodeOwner>();
    const clock = new SteppedClock();
    flow = createActor(
      phoneChangeMachine.provide({
        actors: {
          pendingCode: pendingCodeOf(null),
          readPhone: read.logic,
          requestPhoneChange: request.logic,
          sentCode: sentCodeMachine.provide({ actors: { resendCode: resend.logic } }),
        },
      }),
      { clock, input: { port, config, now: () => clock.now() } },
    ).start();
    await submit();
    request.last().answer('codeSent');
    const { children } = await waitFor(flow, (snapshot) => selectCode(snapshot) !== undefined);
    const code = children.code!;
    code.send({ type: 'field.changed', field: 'code', value: '123' });
    clock.increment(60_000);
    for (const answer of ['identity.dismissed', 'identity.verified'] as const) {
      code.send({ type: 'resend.requested' });
      resend.last().fail(proofRefusal);
      await waitFor(flow, (snapshot) => selectCheck(snapshot) !== undefined);
      flow.send({ type: answer });
      expect(selectCheck(flow.getSnapshot())).toBeUndefined();
    }
    expect(resend.calls).toHaveLength(3);
    expect(selectCode(flow.getSnapshot())).toBe(code);
    expect(code.getSnapshot().context).toMatchObject({ values: { code: '123' }, resendFailure: null });
    resend.last().answer();
    await waitFor(code, (snapshot) => selectResendAt(snapshot) !== null);
    expect(request.calls).toHaveLength(1);
  });

  it.each([
    ['the code', { address: '+4930123456', sentAt: 0 }, 'confirming'],
    ['what was typed', { address: '+49 30', sentAt: null }, 'editing'],
    ['a new number, where the account has this one', { address: '+41791234567', sentAt: 0 }, 'editing'],
  ])('goes on after a reload with %s', async (_, pending, state) => {
    begin(pending);
    read.last().answer('+41791234567');
    await waitFor(flow, (snapshot) => snapshot.matches(state as 'editing'));
    expect(flow.getSnapshot().context.values.phone).toBe(pending.address);
    expect(request.calls).toHaveLength(0);
  });

  it('is not changed to itself', async () => {
    read.last().answer('+41791234567');
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
    flow.send({ type: 'field.changed', field: 'phone', value: '0041 79 123 45 67' });
    flow.send({ type: 'form.submitted' });
    expect(flow.getSnapshot().context.fieldErrors.phone).toBe('Your account already has this number.');
    expect(port.commands).toEqual([]);
  });

  it('is changed at once on a server that confirms numbers without a code', async () => {
    await submit();
    request.last().answer('changed');
    const { context } = await waitFor(flow, (snapshot) => selectCurrentPhone(snapshot) === '+4930123456');
    expect(context.values.phone).toBe('');
  });

  it('stays typed when it is refused', async () => {
    await submit();
    request.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    expect(flow.getSnapshot().context.values.phone).toBe('+49 30 123456');
  });
});
