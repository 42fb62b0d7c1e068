/** Where a request comes from, for lists of sessions and events. */
export interface ClientInfo {
  userAgent: string | undefined;
  ip: string;
}

const userAgentMaxLength = 512;

/** As it is stored: a client may send any length. */
export const clientColumns = ({ userAgent, ip }: ClientInfo) => ({
  ip,
  user_agent: userAgent?.slice(0, userAgentMaxLength) ?? null,
});
