import type { AuditAction } from './auth.tables.ts';

/** What is worth knowing about an event; never a token, a code or a password. */
export type EventDetails = Readonly<Record<string, string | number | boolean>>;

/** An event that was added to its user's log. */
export interface RecordedEvent {
  userId: string;
  action: AuditAction;
  details: EventDetails;
}

/** Where a request comes from, for lists of sessions and events. */
export interface ClientInfo {
  userAgent: string | undefined;
  ip: string;
  /** Hears what the request does to an account, before its transaction ends. */
  heard?: ((event: RecordedEvent) => void) | undefined;
}

const userAgentMaxLength = 512;

/** As it is stored: a client may send any length. */
export const clientColumns = ({ userAgent, ip }: ClientInfo) => ({
  ip,
  user_agent: userAgent?.slice(0, userAgentMaxLength) ?? null,
});
