import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { CodeOutcome } from '../../../src/contract/accounts/sentCode.ts';
import { sentCodeMachine, type SentCodeOwner } from '../../../src/machines/accounts/sentCode/sentCode.machine.ts';
import {
  selectAddress,
  selectIsHalf,
  selectIsSending,
  selectLimitedUntil,
  selectResendAt,
  selectResendFailure,
} from '../../../src/machines/accounts/sentCode/sentCode.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { limitRefusal, sentCodeModel } from './sentCode.model.ts';

coverChart(sentCodeModel);

describe('a code from an email', () => {
  let clock: SteppedClock;
  let verification: ReturnType<typeof held<CodeOutcome, SentCodeOwner & { code: string }>>;
  let mail: ReturnType<typeof held<void, SentCodeOwner>>;
  let reports: unknown[];
  let code: Actor<typeof sentCodeMachine>;
  const type = (value: string) => code.send({ type: 'field.changed', field: 'code', value });

  function begin(codeLength = 6) {
    clock = new SteppedClock();
    verification = held();
    mail = held();
    reports = [];
    code = createActor(
      sentCodeMachine.provide({ actors: { verifyCode: verification.logic, resendCode: mail.logic } }),
      {
        clock,
        input: {
          address: 'ada@example.com',
          kind: 'signup',
          query: { returnTo: '/projects' },
          parent: createPort((event) => reports.push(event)),
          codeLength,
          now: () => clock.now(),
        },
      },
    ).start();
  }
  beforeEach(() => begin());

  it('is sent as soon as its sixth digit is there, also from a pasted sentence', () => {
    type('12345');
    expect(verification.calls).toHaveLength(0);
    type('Your code is 123 456.');
    expect(verification.last().input).toMatchObject({ address: 'ada@example.com', kind: 'signup', code: '123456' });
  });

  it('has as many digits as the server sends', () => {
    begin(8);
    type('123456');
    code.send({ type: 'form.submitted' });
    expect(code.getSnapshot().context.fieldErrors).toEqual({ code: 'Enter all 8 digits.' });
    expect(verification.calls).toHaveLength(0);
    type('Your code is 12345678.');
    expect(verification.last().input).toMatchObject({ code: '12345678' });
  });

  it('is not sent while it is too short', () => {
    type('123');
    code.send({ type: 'form.submitted' });
    expect(verification.calls).toHaveLength(0);
    expect(code.getSnapshot().context.fieldErrors).toEqual({ code: 'Enter all 6 digits.' });
  });

  it('tells the flow around it once it was right', async () => {
    type('123456');
    verification.last().answer('accepted');
    await waitFor(code, (snapshot) => snapshot.matches({ entry: 'accepted' }));
    expect(reports).toEqual([{ type: 'code.accepted' }]);
  });

  it('of one address is not enough where two must agree', async () => {
    type('123456');
    verification.last().answer('half');
    await waitFor(code, selectIsHalf);
    expect(code.getSnapshot().context.values.code).toBe('');
    expect(reports).toEqual([]);
    type('654321');
    verification.last().answer('accepted');
    await waitFor(code, (snapshot) => snapshot.matches({ entry: 'accepted' }));
    expect(reports).toEqual([{ type: 'code.accepted' }]);
  });

  it('stays when it is refused, and can be corrected or sent again', async () => {
    type('123456');
    verification.last().fail(refusal);
    await waitFor(code, (snapshot) => snapshot.context.failure !== null);
    expect(code.getSnapshot().context.values.code).toBe('123456');
    code.send({ type: 'form.submitted' });
    expect(verification.calls).toHaveLength(2);
    verification.last().fail(refusal);
    await waitFor(code, (snapshot) => snapshot.matches({ entry: 'typing' }));
    type('123457');
    expect(verification.last().input.code).toBe('123457');
    expect(reports).toEqual([]);
  });

  it('waits, after too many, until the server takes another; what is typed meanwhile stays', async () => {
    type('123456');
    verification.last().fail(limitRefusal);
    await waitFor(code, (snapshot) => snapshot.context.failure !== null);
    expect(selectLimitedUntil(code.getSnapshot())).toBe(180_000);
    type('654321');
    code.send({ type: 'form.submitted' });
    expect(verification.calls).toHaveLength(1);
    clock.increment(179_999);
    expect(selectLimitedUntil(code.getSnapshot())).not.toBeNull();
    clock.increment(1);
    expect(selectLimitedUntil(code.getSnapshot())).toBeNull();
    expect(code.getSnapshot().context.failure).toBeNull();
    code.send({ type: 'form.submitted' });
    expect(verification.last().input).toMatchObject({ code: '654321' });
  });

  it('comes in another email a minute after the last one, and not before', async () => {
    expect(selectResendAt(code.getSnapshot())).toBe(clock.now() + 60_000);
    code.send({ type: 'resend.requested' });
    clock.increment(59_999);
    code.send({ type: 'resend.requested' });
    expect(mail.calls).toHaveLength(0);
    clock.increment(1);
    expect(selectResendAt(code.getSnapshot())).toBeNull();
    code.send({ type: 'resend.requested' });
    expect(selectIsSending(code.getSnapshot())).toBe(true);
    expect(mail.last().input).toEqual({
      address: selectAddress(code.getSnapshot()),
      kind: 'signup',
      query: { returnTo: '/projects' },
    });
    mail.last().answer();
    await waitFor(code, (snapshot) => selectResendAt(snapshot) === clock.now() + 60_000);
  });

  it('says why another email could not be sent, and offers it again', async () => {
    clock.increment(60_000);
    code.send({ type: 'resend.requested' });
    mail.last().fail(refusal);
    await waitFor(code, (snapshot) => selectResendFailure(snapshot) !== null);
    expect(selectResendFailure(code.getSnapshot())?.message).toBe('Not like this.');
    expect(selectResendAt(code.getSnapshot())).toBeNull();
    code.send({ type: 'resend.requested' });
    expect(selectResendFailure(code.getSnapshot())).toBeNull();
  });
});
