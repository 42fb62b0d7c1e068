import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { enrol, enrolWithProject } from '../test/support/accounts.ts';
import { startPlatform, type Platform } from '../test/support/browser.ts';
import type { Figure } from './figure.ts';

/** Resident memory of a process with all its threads, in MB; Linux only. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

const pidOf = (platform: Platform): number => platform.server.process.pid!;

/** How long a server rests before its memory counts. */
const restMs = 120_000;

async function post(url: string, body: unknown, token?: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

/** What a server weighs two minutes after the work of one user, and without any. */
export async function benchMemory(): Promise<Figure[]> {
  const idle = await startPlatform();
  const used = await startPlatform();
  try {
    await enrol(idle);
    const { account, ref } = await enrolWithProject(used, 'Bench', 'Orders');
    await post(`${used.origin()}/api/profile/password-check`, { password: account.password });
    await post(
      `${used.origin()}/api/platform/projects/${ref}/database/query`,
      { id: randomUUID(), sql: 'select 1' },
      account.token,
    );
    await pause(restMs);
    return [
      {
        name: 'A user without a project, two minutes later',
        samples: [await residentMegabytes(pidOf(idle))],
        unit: 'MB',
        limit: { atMost: 200 },
      },
      {
        name: 'A user with one project, one query and one password check, two minutes later',
        samples: [await residentMegabytes(pidOf(used))],
        unit: 'MB',
        limit: { atMost: 260 },
      },
    ];
  } finally {
    await idle.end();
    await used.end();
  }
}
