import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFolder } from '../server/projects/engines/embedded/copyFolder.ts';
import { openTemplate } from '../server/projects/engines/embedded/template.ts';
import type { Figure } from './figure.ts';

const attempts = 9;

interface Spent {
  wall: number;
  cpu: number;
}

async function spentOn(work: () => Promise<void>): Promise<Spent> {
  const [since, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - since, cpu: (user + system) / 1_000 };
}

/** The database of a new project: its files as the server copies them, beside Node's own copy of a folder. */
export async function benchCopy(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'basechart-bench-'));
  try {
    const template = join(folder, 'template');
    const { copyTo } = await openTemplate(join(import.meta.dirname, '../.cache'));
    await copyTo(template);
    const copies = { own: [] as Spent[], node: [] as Spent[] };
    for (let attempt = 0; attempt <= attempts; attempt += 1) {
      const own = await spentOn(() => copyFolder(template, join(folder, `own-${attempt}`)));
      const node = await spentOn(() => cp(template, join(folder, `node-${attempt}`), { recursive: true }));
      // The first of each reads files and compiles code that the others find.
      if (attempt === 0) continue;
      copies.own.push(own);
      copies.node.push(node);
    }
    const ratio = (of: keyof Spent) => copies.own.map((own, index) => own[of] / copies.node[index]![of]);
    return [
      { name: 'Copy of a new database', samples: copies.own.map(({ wall }) => wall), unit: 'ms' },
      { name: 'Its time, of that of Node’s `cp`', samples: ratio('wall'), unit: '×', limit: { atMost: 1 } },
      { name: 'Its CPU time, of that of Node’s `cp`', samples: ratio('cpu'), unit: '×', limit: { atMost: 1 } },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
