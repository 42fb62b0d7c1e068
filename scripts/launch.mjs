#!/usr/bin/env node
/**
 * The way in: `start`, `dev`, `test`, `bench` and `screenshots`. Plain JavaScript without dependencies, because it runs before anything is
 * installed and on whatever Node (18 or newer) is there. It installs what is missing, goes on under Node 24, builds
 * what is stale and hands over.
 */
import { realpathSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressLater, ensureApp, ensureBuild, ensureStyles, templateBeside } from './launch/build.mjs';
import { endWithParent, exitCodeOf, runInForeground } from './launch/child.mjs';
import { compileCacheIn } from './launch/compileCache.mjs';
import { nodeFlags, startSmall, withSmallMemory } from './launch/memory.mjs';
import { chooseNodeHere, explainMissingNode } from './launch/node24.mjs';
import { Explained, say } from './launch/output.mjs';
import { ensurePackages } from './launch/packages.mjs';

const root = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..'));

/**
 * What each command prepares, the program it becomes, and whether it is one that runs for long and has to stay small.
 * @type {Record<string, { program: string, small?: boolean, prepare: (args: readonly string[]) => Promise<void> }>}
 */
const commands = {
  start: {
    program: 'server/main.ts',
    small: true,
    prepare: async (args) => {
      if (args.includes('--help')) return;
      const buildTemplate = templateBeside(root, process.env);
      await ensureApp(root, () => {
        buildTemplate?.();
        // What it is made of takes a second to load the first time; if that fails, it does so again below.
        import('../server/start.ts').catch(() => {});
      });
      compressLater(root);
    },
  },
  dev: { program: 'scripts/dev.ts', prepare: () => ensureStyles(root) },
  test: { program: 'scripts/test.ts', prepare: () => ensureStyles(root) },
  screenshots: { program: 'scripts/screenshots.ts', prepare: () => ensureBuild(root) },
  bench: { program: 'bench/main.ts', prepare: () => ensureBuild(root) },
};

async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const command = commands[name];
  if (command === undefined)
    throw new Explained(`Usage: node scripts/launch.mjs ${Object.keys(commands).join(' | ')} [arguments]`, 2);

  if (command.small) startSmall();
  if (process.env['npm_lifecycle_event'] !== undefined) endWithParent();
  await ensurePackages(root);

  const node = chooseNodeHere(root);
  if (node.use === 'none') throw new Explained(explainMissingNode(process));
  if (node.use === 'other') {
    const flags = command.small ? nodeFlags : [];
    const env = command.small ? withSmallMemory(process.env) : process.env;
    const ending = await runInForeground(node.path, [...flags, ...process.argv.slice(1)], { cwd: process.cwd(), env });
    process.exitCode = exitCodeOf(ending);
    return;
  }

  process.chdir(root);
  // Stripping types and compiling is half of what the server's start takes.
  module.enableCompileCache?.(compileCacheIn(root));
  await command.prepare(args);
  process.argv = [process.execPath, join(root, command.program), ...args];
  await import(`../${command.program}`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Explained)) throw error;
  say(`\n${error.message}`);
  process.exitCode = error.exitCode;
}
