import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest Node that runs Basechart's TypeScript without a compiler; `engines` in package.json says the same. */
export const oldestNode = 24;

/**
 * Where npm puts the pinned Node of this machine; there is no such package for macOS.
 * @param {string} root
 * @param {NodeJS.Platform} platform
 * @param {string} arch
 */
export function pinnedNodePath(root, platform, arch) {
  const system = platform === 'win32' ? 'win' : platform;
  return join(root, 'node_modules', `node-${system}-${arch}`, 'bin', platform === 'win32' ? 'node.exe' : 'node');
}

/** @param {string} version as `process.version` has it */
export const isNewEnough = (version) => Number(/^v?(\d+)/.exec(version)?.[1]) >= oldestNode;

/**
 * Which Node to go on with: the pinned one, so that everybody runs the same; else the one that is running, if it is new
 * enough; else none.
 * @param {{ current: { path: string, version: string }, pinned: { path: string, works: () => boolean } | undefined }} machine
 * @returns {{ use: 'current' } | { use: 'other', path: string } | { use: 'none' }}
 */
export function chooseNode({ current, pinned }) {
  if (pinned !== undefined && pinned.path === current.path) return { use: 'current' };
  if (pinned?.works()) return { use: 'other', path: pinned.path };
  return isNewEnough(current.version) ? { use: 'current' } : { use: 'none' };
}

/**
 * The choice for the process that runs now.
 * @param {string} root
 */
export function chooseNodeHere(root) {
  const path = pinnedNodePath(root, process.platform, process.arch);
  // The package also exists on systems without glibc, where its binary does not start.
  const works = () => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
  return chooseNode({
    current: { path: realpathSync(process.execPath), version: process.version },
    pinned: existsSync(path) ? { path: realpathSync(path), works } : undefined,
  });
}

/**
 * What to do when there is no Node to go on with.
 * @param {{ platform: NodeJS.Platform, arch: string, version: string }} machine
 */
export function explainMissingNode({ platform, arch, version }) {
  const why =
    platform === 'darwin'
      ? 'npm has no ready-made Node 24 for macOS, so Basechart cannot bring its own here.'
      : `The Node 24 that npm installs with Basechart does not run on this machine (${platform} ${arch}).`;
  const how =
    platform === 'darwin'
      ? [
          '  brew install node@24      (then follow its note on PATH)',
          '  nvm install 24            (or fnm install 24, volta install node@24)',
        ]
      : [
          '  nvm install 24            (or fnm install 24, volta install node@24)',
          "  your system's package manager, where it offers Node 24",
        ];
  return [
    `Basechart needs Node ${oldestNode} or newer; this is Node ${version}.`,
    why,
    'Install it in one of these ways and run the command again:',
    ...how,
    '  https://nodejs.org/en/download',
  ].join('\n');
}
