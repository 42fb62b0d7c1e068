import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { PendingCode } from '../../../src/contract/accounts/pendingCode.ts';
import type { PhoneCredentials, PhoneRequest } from '../../../src/contract/accounts/phone.ts';
import { phoneSignInMachine } from '../../../src/machines/accounts/phoneSignIn/phoneSignIn.machine.ts';
import { selectCode, selectIsRequesting } from '../../../src/machines/accounts/phoneSignIn/phoneSignIn.selectors.ts';
import {
  selectAddress,
  selectIsSms,
  selectResendAt,
} from '../../../src/machines/accounts/sentCode/sentCode.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { pendingCodeOf } from '../../fixtures/pendingCode.ts';
import { config as testConfig, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { phoneSignInModel } from './phoneSignIn.model.ts';

coverChart(phoneSignInModel);

describe('signing in with a phone number', () => {
  let signIn: ReturnType<typeof held<void, PhoneCredentials>>;
  let request: ReturnType<typeof held<void, PhoneRequest>>;
  let flow: Actor<typeof phoneSignInMachine>;
  const type = (field: 'phone' | 'password', value: string) => flow.send({ type: 'field.changed', field, value });
  const fieldErrors = () => flow.getSnapshot().context.fieldErrors;

  let kept: string[];
  function begin(pending: PendingCode | null, now = 0, config = testConfig) {
    kept = [];
    const actors = { pendingCode: pendingCodeOf(pending, kept), signIn: signIn.logic, requestCode: request.logic };
    flow = createActor(phoneSignInMachine.provide({ actors }), {
      input: screenInput({ config, now: () => now }),
    }).start();
  }
  beforeEach(() => {
    [signIn, request] = [held(), held()];
    begin(null);
  });

  it.each([
    ['+41 79 123 45 67', '+41791234567'],
    [' 0041 (79) 123-45-67 ', '+41791234567'],
    ['+41 (0)79 123 45 67', '+41791234567'],
    ['+49\u201130/123456', '+4930123456'],
  ])('takes %j, as people write it', (typed, sent) => {
    type('phone', typed);
    type('password', 'secret');
    flow.send({ type: 'form.submitted' });
    expect(signIn.last().input).toEqual({ phone: sent, password: 'secret' });
  });

  it('keeps the number as it is typed, for a reload', () => {
    type('phone', '+41 79');
    type('password', 'secret');
    type('phone', '+41 79 123 45 67');
    expect([...new Set(kept)]).toEqual(['+41 79', '+41 79 123 45 67']);
    begin({ address: kept.at(-1)!, sentAt: null });
    expect(flow.getSnapshot().context.values).toEqual({ phone: '+41 79 123 45 67', password: '' });
  });

  it('goes on with the code after a reload, and the waiting time too', () => {
    begin({ address: '+41791234567', sentAt: 100_000 }, 120_000);
    const { children } = flow.getSnapshot();
    const code = children.code!.getSnapshot();
    expect([selectAddress(code), selectResendAt(code)]).toEqual(['+41791234567', 160_000]);
    flow.send({ type: 'form.reopened' });
    expect([flow.getSnapshot().context.values.phone, kept]).toEqual(['+41791234567', ['+41791234567']]);
  });

  it('waits no longer for another code because the clock was set back', () => {
    begin({ address: '+41791234567', sentAt: 7_200_000 }, 120_000);
    expect(selectResendAt(flow.getSnapshot().children.code!.getSnapshot())).toBe(180_000);
  });

  it('goes on with the code for as long as it is valid, which the server says', () => {
    const pending = { address: '+41791234567', sentAt: 0 };
    const told = { ...testConfig, auth: { ...testConfig.auth, codeLifetimes: { email: 3_600, sms: 600 } } };
    for (const [now, config, goesOn] of [
      [59_999, testConfig, true],
      [60_000, testConfig, false],
      [599_999, told, true],
      [600_000, told, false],
    ] as const) {
      begin(pending, now, config);
      expect(selectCode(flow.getSnapshot()) !== undefined, String(now)).toBe(goesOn);
    }
  });

  it('begins anew, with the number, where the code is long gone', () => {
    begin({ address: '+41791234567', sentAt: 0 }, 3_600_000);
    expect(flow.getSnapshot().matches('editing')).toBe(true);
    expect(flow.getSnapshot().context.values.phone).toBe('+41791234567');
  });

  it('asks for both in place, and for a code for the number only', () => {
    flow.send({ type: 'form.submitted' });
    expect(fieldErrors()).toEqual({ phone: 'Enter your phone number.', password: 'Enter your password.' });
    type('phone', '079 123');
    flow.send({ type: 'code.requested' });
    expect(fieldErrors()).toEqual({ phone: 'Start the number with + and the country code.' });
    expect(request.calls).toHaveLength(0);
  });

  it('keeps what was typed when it is refused', async () => {
    type('phone', '+41 79 123 45 67');
    type('password', 'secret');
    flow.send({ type: 'form.submitted' });
    signIn.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    expect(flow.getSnapshot().context.values).toEqual({ phone: '+41 79 123 45 67', password: 'secret' });
  });

  it('has a code sent by SMS without a password, which is typed on the same page', async () => {
    type('phone', '+41 79 123 45 67');
    flow.send({ type: 'code.requested' });
    expect(selectIsRequesting(flow.getSnapshot())).toBe(true);
    request.last().answer();
    const { children } = await waitFor(flow, (snapshot) => selectCode(snapshot) !== undefined);
    const code = children.code!.getSnapshot();
    expect([selectAddress(code), selectIsSms(code)]).toEqual(['+41791234567', true]);
    flow.send({ type: 'code.accepted' });
    expect(flow.getSnapshot().matches('signedIn')).toBe(true);
  });
});
