import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';

/** What a figure was taken on, in one line each. */
export function describeMachine(browserVersion: string): string[] {
  const [cpu] = cpus();
  return [
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    `${systemName()} (${type()} ${release()})`,
    `Node ${process.version}, Chromium ${browserVersion}`,
  ];
}

function systemName(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  } catch {
    return process.platform;
  }
}
