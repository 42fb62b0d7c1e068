import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { OneTimeCode } from '../../../src/contract/accounts/oneTimeCode.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import {
  codeForm,
  codeLimit,
  emptyCode,
  limitedState,
  onRefusal,
  typeCode,
  type CodeContext,
  type LimitedContext,
} from '../../../src/machines/parts/codeForm.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import type { FormEvent } from '../../../src/machines/parts/form.ts';
import { unprovided } from '../../../src/machines/parts/unprovided.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';

interface DoorContext extends CodeContext, LimitedContext {}
type DoorEvent = FormEvent<OneTimeCode>;

const length = 4;
const form = codeForm<DoorContext>(() => length);
const { isLimited, limitDelay, keepLimit } = codeLimit<DoorContext, DoorEvent>();

const doorMachine = flowSetup({
  types: { input: {} as { now: () => number }, context: {} as DoorContext, events: {} as DoorEvent },
  actors: { verifyCode: unprovided<void, { code: string }>('verifyCode') },
  guards: { ...form.guards, isLimited },
  delays: { limitDelay },
  actions: { ...form.actions<DoorEvent>(), keepLimit },
}).createMachine({
  id: 'door',
  context: ({ input }) => ({ ...emptyCode, limitedUntil: 0, now: input.now }),
  initial: 'typing',
  states: {
    typing: { on: typeCode('verifying') },
    verifying: {
      invoke: {
        id: 'verification',
        src: 'verifyCode',
        input: ({ context }) => ({ code: context.values.code }),
        onDone: { target: 'open' },
        onError: onRefusal('typing', 'limited'),
      },
    },
    limited: limitedState('typing'),
    open: {},
  },
});

describe('a form of a one-time code', () => {
  let clock: SteppedClock;
  let verification: ReturnType<typeof held<void, { code: string }>>;
  let door: Actor<typeof doorMachine>;

  const type = (value: string) => door.send({ type: 'field.changed', field: 'code', value });
  const code = () => door.getSnapshot().context.values.code;
  const sent = () => verification.calls.map(({ input }) => input.code);
  const reaches = (state: 'typing' | 'limited' | 'open') => waitFor(door, (snapshot) => snapshot.matches(state));

  beforeEach(() => {
    clock = new SteppedClock();
    verification = held();
    door = createActor(doorMachine.provide({ actors: { verifyCode: verification.logic } }), {
      clock,
      input: { now: () => 0 },
    }).start();
  });

  it('takes the digits of what is pasted, and no more than the code has', () => {
    type('code: 12');
    expect(code()).toBe('12');
    type('Your code is 12 34, or 56');
    expect(code()).toBe('1234');
  });

  it('is sent with its last digit, and not before', async () => {
    type('123');
    expect(sent()).toEqual([]);
    type('1234');
    expect(sent()).toEqual(['1234']);
    verification.last().answer();
    await reaches('open');
  });

  it('sends nothing that is too short, and says how many digits it takes', () => {
    type('123');
    door.send({ type: 'form.submitted' });
    expect(sent()).toEqual([]);
    expect(door.getSnapshot().context.fieldErrors).toEqual({ code: 'Enter all 4 digits.' });
  });

  it('keeps the digits that were refused, and does not send them again by itself', async () => {
    type('1234');
    verification.last().fail(refusal);
    await reaches('typing');
    expect([code(), door.getSnapshot().context.failure?.message]).toEqual(['1234', 'Not like this.']);
    type('1234 ');
    expect(sent()).toEqual(['1234']);
    door.send({ type: 'form.submitted' });
    expect(sent()).toEqual(['1234', '1234']);
  });

  it('waits after too many codes until the server takes another one, and lets the user type meanwhile', async () => {
    type('1234');
    const tooMany = new FailureError({ code: 'over_request_rate_limit', message: 'Too many codes.' });
    verification.last().fail(Object.assign(tooMany, { retryAt: 30_000 }));
    await reaches('limited');
    type('5678');
    door.send({ type: 'form.submitted' });
    expect([code(), sent()]).toEqual(['5678', ['1234']]);
    clock.increment(29_999);
    expect(door.getSnapshot().matches('limited')).toBe(true);
    clock.increment(1);
    expect(door.getSnapshot().matches('typing')).toBe(true);
    expect(door.getSnapshot().context.failure).toBeNull();
  });

  it('is typed again at once where the server does not say until when', async () => {
    type('1234');
    verification.last().fail(new FailureError({ code: 'over_request_rate_limit', message: 'Too many codes.' }));
    await reaches('typing');
    expect(code()).toBe('1234');
  });
});
