import * as v from 'valibot';
import { get } from '../http/http.ts';

const statusSchema = v.object({ time: v.pipe(v.string(), v.isoTimestamp()) });

/** How far this computer's clock is ahead of the server's, assuming that the server responded halfway through the request. */
export async function compareClocks(signal: AbortSignal): Promise<{ skewMs: number }> {
  const asked = Date.now();
  const { time } = await get('/status', statusSchema, { base: 'api', signal, waits: false });
  return { skewMs: (asked + Date.now()) / 2 - Date.parse(time) };
}
