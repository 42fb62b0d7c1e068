import { assign, sendTo, type EventObject } from 'xstate';
import { accountTiming } from '../../../contract/accounts/accountTiming.ts';
import type { PendingCode } from '../../../contract/accounts/pendingCode.ts';
import type { RuntimeConfig } from '../../../contract/common/runtimeConfig.ts';
import { cannotFail } from '../../parts/failure.ts';
import { keepChange, submitTo } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/* For the pages on which a visitor asks for a code: a reload leads back to its field. */

/** What this tab has kept. */
export interface PendingCodeRead {
  type: 'pendingCode.loaded';
  pending: PendingCode | null;
}

/** To be kept. */
export interface AddressTyped {
  type: 'address.typed';
  address: string;
}

export interface PendingCodeContext {
  /** When a message was requested before the page was loaded; null where this page requested it. */
  sentAt: number | null;
}

/** Reports what is kept, once, and keeps the address that it is sent. */
export const pendingCode = unprovidedSource<AddressTyped>('pendingCode');

export const followPendingCode = { id: 'pending', src: 'pendingCode', onError: cannotFail.watching } as const;

const lifetimeMs = ({ auth: { codeLifetimes } }: RuntimeConfig, by: 'email' | 'sms'): number =>
  codeLifetimes === undefined ? accountTiming.codeLifetimesMs[by] : codeLifetimes[by] * 1_000;

/** The guard of a message whose code is not typed yet and may still be valid. */
const isUnderWayBy =
  (by: 'email' | 'sms') =>
  (
    { context: { now, config } }: { context: Pick<ScreenInput, 'now' | 'config'> },
    { sentAt }: { sentAt: number | null },
  ): boolean =>
    sentAt !== null && now() - sentAt < lifetimeMs(config, by);
export const isEmailUnderWay = isUnderWayBy('email');
export const isSmsUnderWay = isUnderWayBy('sms');

export const takePendingCode = {
  type: 'takePendingCode',
  params: ({ event }: { event: PendingCodeRead }) => event,
} as const;

/** The transitions of the first state: to the code that is under way, or to the form. */
export const loadPendingCode = <const Sent extends string, const Form extends string>(sent: Sent, form: Form) =>
  ({
    'pendingCode.loaded': [
      {
        guard: {
          type: 'isUnderWay',
          params: ({ event }: { event: PendingCodeRead }) => ({ sentAt: event.pending?.sentAt ?? null }),
        },
        target: sent,
        actions: takePendingCode,
        description: 'The page was reloaded while its user waited for the message.',
      },
      { target: form, actions: takePendingCode },
    ],
  }) as const;

/** The actions of a form with such an address in one of its fields. */
export const pendingCodeActions = <
  Context extends PendingCodeContext & { values: { email?: string; phone?: string } },
  Event extends EventObject,
>(
  field: 'email' | 'phone',
) => ({
  takePendingCode: assign<Context, Event, { pending: PendingCode | null }, Event, never>(
    ({ context }, { pending }) =>
      ({
        values: { ...context.values, [field]: pending?.address ?? '' },
        sentAt: pending?.sentAt ?? null,
      }) as Partial<Context>,
  ),
  keepAddress: sendTo<Context, Event, undefined, never, Event, never, never>(
    'pending',
    ({ context }) => ({ type: 'address.typed', address: context.values[field] ?? '' }) as never,
  ),
  forgetSending: assign<Context, Event, undefined, Event, never>(() => ({ sentAt: null }) as Partial<Context>),
});

/** The state of a form whose only field is such an address. No message is under way while it is typed. */
export const addressForm = <const Target extends string>(target: Target) =>
  ({
    entry: 'forgetSending',
    on: {
      'field.changed': { actions: [keepChange, 'keepAddress'] },
      'form.submitted': submitTo(target),
    },
  }) as const;

/** The input of the chart of the code from before the page was loaded. */
export const sentBefore = ({ sentAt }: PendingCodeContext) => ({ ...(sentAt !== null && { sentAt }) });
