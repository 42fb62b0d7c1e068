import type { Failure } from '../common/apiError.ts';
import { errorGuide } from '../docs/errorGuide.ts';

type Query = Readonly<Record<string, string>>;

/** Whether a session has begun; if not, why its code was not taken, or null for an address without one. */
export type LinkOutcome = { session: true } | { session: false; failure: Failure | null };

/** Why the auth service refused the link, from what it adds to the address (RFC 6749, section 4.1.2.1). */
export const refusalIn = ({ error, error_code: code, error_description: message }: Query): Failure | null =>
  error === undefined && code === undefined
    ? null
    : {
        code: code ?? error ?? 'auth',
        message: message ?? 'The link is invalid or has expired.',
        ...(code !== undefined && { guide: errorGuide(code, 'auth') }),
      };

/** What the auth service adds to an address: it must not stay in the browser’s history. */
const added: ReadonlySet<string> = new Set(['code', 'error', 'error_code', 'error_description', 'message', 'sb']);

/** The query without what the auth service added. */
export const ownQuery = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !added.has(name)));
