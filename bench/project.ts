import { enrol, makeOrganization, makeProject } from '../test/support/accounts.ts';
import { startPlatform } from '../test/support/browser.ts';
import type { Figure } from './figure.ts';
import { residentMegabytes } from './memory.ts';

/** A project from its request to ACTIVE_HEALTHY, and what the server weighs with it. */
export async function benchProject(): Promise<Figure[]> {
  const platform = await startPlatform();
  try {
    const pid = platform.server.process.pid!;
    const before = await residentMegabytes(pid);
    const took: number[] = [];
    let withOne = 0;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // Two active projects are all that somebody on the free plan may have.
      const account = await enrol(platform);
      const organization = await makeOrganization(account, `Bench ${attempt}`);
      const since = performance.now();
      await makeProject(account, organization, `project ${attempt}`);
      took.push(performance.now() - since);
      if (attempt === 0) withOne = await residentMegabytes(pid);
    }
    return [
      { name: 'COMING_UP to ACTIVE_HEALTHY', samples: took, unit: 'ms', limit: { atMost: 2_000 } },
      { name: 'Server’s memory without a project', samples: [before], unit: 'MB' },
      { name: 'Server’s memory with one project', samples: [withOne], unit: 'MB', limit: { atMost: 300 } },
    ];
  } finally {
    await platform.end();
  }
}
