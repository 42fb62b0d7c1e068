import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './child.mjs';
import { freshness } from './freshness.mjs';
import { withLock } from './lock.mjs';
import { Explained, step } from './output.mjs';

const styleInputs = ['panda.config.ts', 'package-lock.json', 'src/views'];
const appInputs = [
  'src',
  'public',
  'index.html',
  'package-lock.json',
  'package.json',
  'panda.config.ts',
  'scripts/launch/build.mjs',
  'scripts/vite',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** A build makes many objects that live as long as it does: with more room for young ones, a tenth less processor time. */
const toolFlags = ['--max-semi-space-size=64'];

/**
 * @param {string} root
 * @param {readonly [program: string, ...args: string[]]} command path below node_modules, and its arguments
 */
async function tool(root, [program, ...args]) {
  const env = { ...process.env, NODE_ENV: 'production', BASECHART_LOCAL_BUILD: '1' };
  const all = [...toolFlags, join(root, 'node_modules', program), ...args];
  const ended = await runQuietly(process.execPath, all, { cwd: root, env });
  if (ended.code !== 0)
    throw new Explained(`${ended.output.trim()}\n\nThis step failed: the message above says where.`);
}

/** @param {string} root */
const stylesIn = (root) =>
  freshness(root, { name: 'styles', inputs: styleInputs, output: 'styled-system/css/index.mjs' });

/**
 * Makes the style system’s generated code, unless it is fresh. Types and tests need it; the build makes its own.
 * @param {string} root
 */
export async function ensureStyles(root) {
  const styles = stylesIn(root);
  if (styles.isFresh()) return;
  await withLock(root, 'build', async () => {
    if (styles.isFresh()) return;
    const seen = styles.look();
    await step('Generating the style system', () => tool(root, ['@pandacss/dev/bin.js', 'codegen', '--silent']));
    styles.write(seen);
  });
}

/** @param {string} root */
const compressedMark = (root) => join(root, '.cache', 'compressed');

/**
 * Compresses the files of the build as well as possible, unless they are.
 * @param {string} root
 */
export async function ensureCompressed(root) {
  if (existsSync(compressedMark(root))) return;
  await withLock(root, 'build', async () => {
    if (existsSync(compressedMark(root))) return;
    const { compressFiles } = await import('../vite/precompress.ts');
    await step('Compressing the app', () => compressFiles(join(root, 'dist')));
    writeFileSync(compressedMark(root), '');
  });
}

/**
 * Runs a script of this folder in another process, which nothing waits for and nothing needs.
 * @param {string} root
 * @param {string} script
 */
function runBeside(root, script) {
  const child = spawn(process.execPath, [join(root, 'scripts/launch', script)], { cwd: root, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

/**
 * The same in another process, with what time the server leaves: until a file is there, the server compresses it itself.
 * @param {string} root
 */
export function compressLater(root) {
  if (existsSync(compressedMark(root))) return;
  runBeside(root, 'compress.mjs');
}

/**
 * What a first server needs beside the app: the template of the embedded databases, which takes seconds. The server
 * waits for it, and builds a template that is missing.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {(() => void) | undefined}
 */
export function templateBeside(root, env) {
  const cache = join(root, '.cache');
  if (env['DATABASE_URL'] || (existsSync(cache) && readdirSync(cache).some((name) => name.startsWith('template-'))))
    return undefined;
  return () => runBeside(root, 'template.mjs');
}

/**
 * The built app with all that belongs to it, for what measures or tests it.
 * @param {string} root
 */
export async function ensureBuild(root) {
  await ensureApp(root);
  await ensureCompressed(root);
}

/**
 * Builds the browser app into `dist`, unless it is fresh. The new build takes the old one’s place in one move.
 * @param {string} root
 * @param {() => void} [beside] begins what can be done during the build, which runs by then: it may hold this process
 */
export async function ensureApp(root, beside) {
  const app = freshness(root, { name: 'build', inputs: appInputs, output: 'dist/index.html' });
  if (app.isFresh()) return;
  await withLock(root, 'build', async () => {
    if (app.isFresh()) return;
    const styles = stylesIn(root);
    const [seen, stylesSeen] = [app.look(), styles.look()];
    const made = join('.cache', 'dist-new');
    const dist = join(root, 'dist');
    const old = join(root, '.cache', 'dist-old');
    await step('Building the app', () => {
      const built = tool(root, ['vite/bin/vite.js', 'build', '--outDir', made, '--emptyOutDir', '--logLevel', 'warn']);
      beside?.();
      return built;
    });
    rmSync(compressedMark(root), { force: true });
    rmSync(old, { recursive: true, force: true });
    try {
      renameSync(dist, old);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    }
    renameSync(join(root, made), dist);
    rmSync(old, { recursive: true, force: true });
    app.write(seen);
    styles.write(stylesSeen);
  });
}
