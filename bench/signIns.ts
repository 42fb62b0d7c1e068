import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clientOf } from '../test/support/client.ts';
import { startServer } from '../test/support/serverProcess.ts';
import { percentile, type Figure } from './figure.ts';

const atOnce = 64;
const rounds = 3;
/** How often another route is asked meanwhile. */
const askEveryMs = 20;

async function timed(work: () => Promise<Response>): Promise<{ response: Response; ms: number }> {
  const since = performance.now();
  const response = await work();
  await response.arrayBuffer();
  return { response, ms: performance.now() - since };
}

/** The times of another route until the signal is aborted. */
async function askMeanwhile(origin: string, ended: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!ended.aborted) {
    const { response, ms } = await timed(() => fetch(`${origin}/api/status`));
    if (!response.ok) throw new Error(`/api/status answered ${response.status}.`);
    times.push(ms);
    await pause(askEveryMs);
  }
  return times;
}

async function quietTimes(origin: string): Promise<number[]> {
  const ended = new AbortController();
  const times = askMeanwhile(origin, ended.signal);
  await pause(2_000);
  ended.abort();
  return await times;
}

/** What users get who all sign in at the same moment, and what the others notice of it. */
export async function benchSignIns(): Promise<Figure[]> {
  const data = await mkdtemp(join(tmpdir(), 'basechart-bench-'));
  const server = await startServer({ data });
  try {
    const { email, password } = await clientOf(() => server.origin).signUp();
    const signIn = () =>
      fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
    await signIn();
    const quiet = percentile(await quietTimes(server.origin), 95);
    const accepted: number[][] = [];
    const refused: number[][] = [];
    const others: number[] = [];
    let withoutRetry = 0;
    for (let round = 0; round < rounds; round++) {
      const ended = new AbortController();
      const asking = askMeanwhile(server.origin, ended.signal);
      const answers = await Promise.all(Array.from({ length: atOnce }, () => timed(signIn)));
      ended.abort();
      others.push(percentile(await asking, 95));
      const wrong = answers.find(({ response: { status } }) => ![200, 429, 503].includes(status));
      if (wrong) throw new Error(`A sign-in answered ${wrong.response.status}.`);
      accepted.push(answers.filter(({ response }) => response.ok).map(({ ms }) => ms));
      const refusals = answers.filter(({ response }) => !response.ok);
      refused.push(refusals.map(({ ms }) => ms));
      withoutRetry += refusals.filter(({ response }) => response.headers.get('Retry-After') === null).length;
    }
    return [
      { name: `Accepted of ${atOnce} sign-ins at once`, samples: accepted.map(({ length }) => length), unit: '' },
      {
        name: 'Time of the accepted, 95th percentile',
        samples: accepted.map((times) => percentile(times, 95)),
        unit: 'ms',
        limit: { atMost: 3_000 },
      },
      {
        name: 'Time of the refused, 95th percentile',
        samples: refused.map((times) => percentile(times, 95)),
        unit: 'ms',
        limit: { atMost: 3_000 },
      },
      { name: 'Refused without Retry-After', samples: [withoutRetry], unit: '', limit: { atMost: 0 } },
      { name: 'Another route without sign-ins, 95th percentile', samples: [quiet], unit: 'ms' },
      { name: 'Another route meanwhile, 95th percentile', samples: others, unit: 'ms', limit: { atMost: 250 } },
    ];
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}
