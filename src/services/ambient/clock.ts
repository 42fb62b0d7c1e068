import { platformStatusSchema } from '../../contract/common/platformStatus.ts';
import { get } from '../http/http.ts';

/**
 * How far this computer's clock is ahead of the server's, assuming that the server responded halfway through the
 * request.
 */
export async function compareClocks(signal: AbortSignal): Promise<{ skewMs: number }> {
  const asked = Date.now();
  const { time } = await get('/status', platformStatusSchema, { base: 'api', signal, waits: false });
  return { skewMs: (asked + Date.now()) / 2 - Date.parse(time) };
}
