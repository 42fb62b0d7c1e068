import type { GuardResult } from '../../inspector/trace/guardResults.ts';

/** `12 ms`, `1.4 s`, `3 min`: as short as possible. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The time of day to the millisecond. */
export function clockTime(at: number): string {
  const time = new Date(at);
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

export const inspectorCrashed = 'The flow inspector crashed';
export const windowNotResponding = 'The other window is not responding';

export const guardResultLabels: Readonly<Record<GuardResult, { mark: string; word: string; meaning: string }>> = {
  yes: { mark: '✓', word: 'enabled', meaning: 'Would be taken now.' },
  depends: { mark: '?', word: 'depends', meaning: 'Depends on the event payload.' },
  after: { mark: '↓', word: 'shadowed', meaning: 'An earlier transition takes precedence.' },
  no: { mark: '✕', word: 'blocked', meaning: 'Its guard returns false.' },
};

export const guardResultOrder: readonly GuardResult[] = ['yes', 'depends', 'after', 'no'];

/** Readable names for XState’s own events. */
export function eventLabel(type: string): string {
  const [, how, actor] = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.+)$/.exec(type) ?? [];
  if (actor !== undefined)
    return `${actor} ${how === 'done.actor' ? 'answers' : how === 'snapshot' ? 'reports' : 'fails'}`;
  const delay = /^xstate\.after\.([^.]+)\./.exec(type)?.[1];
  if (delay !== undefined) return `after ${delay}`;
  return (
    {
      'xstate.init': 'starts',
      'xstate.stop': 'is stopped',
      'xstate.promise.resolve': 'answers',
      'xstate.promise.reject': 'fails',
    }[type] ?? type
  );
}
