import { isActorRef } from './actorRef.ts';

/** Data of a trace: JSON, with markers where the original was no data. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export const redacted = '«redacted»';
/** Keys of the markers that stand for what JSON cannot hold, and for what would be too long. */
export const marker = { actor: '«actor»', function: '«function»', error: '«error»', cycle: '«cycle»', more: '«more»', omitted: '«omitted»' } as const;

const secretKey = /pass(word|phrase|wd)?$|^db_?pass|secret|token|authorization|cookie|credential|captcha|otp|nonce|code_?(verifier|challenge)|^auth_?code$|api_?key|service_?role|^anon$|jwt|private|session_?id|^(sql|draft|text|statement)$/i;
const stringLimit = 2_000;
const listLimit = 50;
const depthLimit = 10;

/** Secrets that hide inside longer texts: web tokens, passwords in addresses, and secret parameters of a query. */
const scrub = (text: string): string => text
  .replaceAll(/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, redacted)
  .replaceAll(/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${redacted}@`)
  .replaceAll(/([?&#](?:access_token|refresh_token|token|token_hash|code|apikey|password)=)[^&\s#]+/gi, `$1${redacted}`);

/** What a form says of one of its fields: `{ field: 'password', value: … }`. */
const isSecretField = (key: string, holder: object): boolean =>
  key === 'value' && ['field', 'name', 'key'].some((by) => by in holder && secretKey.test(String((holder as Record<string, unknown>)[by])));

/** A service that answers with nothing but a text has no key to judge it by; it may have made a password. */
const isBareAnswer = (key: string, holder: object): boolean =>
  (key === 'output' || key === 'data') && 'type' in holder && String(holder.type).startsWith('xstate.') && typeof (holder as Record<string, unknown>)[key] === 'string';

/** A one-time code is a secret; the code of an error is what makes the error readable. */
const isSecret = (key: string, holder: object): boolean =>
  secretKey.test(key) || (key === 'code' && !('message' in holder)) || isSecretField(key, holder) || isBareAnswer(key, holder);

/**
 * What may leave the page of any value of a chart: plain JSON without secrets (by key, and inside texts), bounded in
 * depth, list length and text length. Never throws, whatever the value is. With `only`, of an object the keys named there: which
 * of them are secrets may be for their neighbours to say.
 */
export function redact(value: unknown, only?: ReadonlySet<string>): Json {
  const above = new Set<object>();
  const walk = (current: unknown, depth: number): Json => {
    if (current === null || current === undefined) return null;
    switch (typeof current) {
      case 'boolean': return current;
      case 'number': return Number.isFinite(current) ? current : String(current);
      case 'bigint': return String(current);
      case 'string': return scrub(current.length > stringLimit ? `${current.slice(0, stringLimit)}…` : current);
      case 'function': return { [marker.function]: current.name };
      case 'symbol': return String(current);
    }
    const holder = current as object;
    if (isActorRef(holder)) return { [marker.actor]: holder.id };
    if (above.has(holder) || depth > depthLimit) return { [marker.cycle]: true };
    above.add(holder);
    try {
      if (Array.isArray(holder)) {
        const kept = holder.slice(0, listLimit).map((item) => walk(item, depth + 1));
        return holder.length > listLimit ? [...kept, { [marker.more]: holder.length - listLimit }] : kept;
      }
      if (holder instanceof Date) return holder.toISOString();
      if (holder instanceof Map || holder instanceof Set) return walk([...holder], depth + 1);
      const entries = (Object.entries(holder) as [string, unknown][])
        .filter(([key]) => depth > 0 || !only || only.has(key))
        .map(([key, item]): [string, Json] => [key, isSecret(key, holder) && item !== null && item !== undefined && item !== '' ? redacted : walk(item, depth + 1)]);
      const plain = Object.fromEntries(entries);
      return holder instanceof Error ? { [marker.error]: { ...plain, name: holder.name, message: scrub(holder.message) } } : plain;
    } catch {
      return String(Object.prototype.toString.call(holder));
    } finally {
      above.delete(holder);
    }
  };
  return walk(value, 0);
}
