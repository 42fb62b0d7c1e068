import { runtime } from '../browser/runtime.ts';
import { stream } from '../http/http.ts';

/**
 * Reads what the server's charts do until the server ends the answer. Returns whether a user is signed in: without one,
 * nothing is read. Rejects with a failure where the server refuses.
 */
export async function followServerFlows(receive: (line: unknown) => void, signal: AbortSignal): Promise<boolean> {
  const bearer = await runtime().accessToken(signal);
  if (bearer === null) return false;
  for await (const line of stream('/operator/flows', undefined, signal, { base: 'api', bearer })) receive(line);
  return true;
}
