import type { Plugin, PluginOption, UserConfig } from 'vite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

/** What a build with this setting makes beside the app. */
async function besides(setting: string | undefined) {
  vi.stubEnv('BASECHART_LOCAL_BUILD', setting);
  const { default: config } = (await import('../../vite.config.ts')) as { default: UserConfig };
  const compressing = (config.plugins as PluginOption[])
    .flat()
    .find(
      (plugin): plugin is Plugin => typeof plugin === 'object' && 'name' in plugin! && plugin.name === 'precompress',
    );
  const applies = compressing?.apply as (config: object, env: { command: 'build' }) => boolean;
  return { maps: config.build?.sourcemap, isCompressed: applies({}, { command: 'build' }) };
}

it('has source maps that no page names, and compressed files, for a server elsewhere', async () => {
  expect(await besides(undefined)).toEqual({ maps: 'hidden', isCompressed: true });
});

it('has neither for this machine alone', async () => {
  expect(await besides('1')).toEqual({ maps: false, isCompressed: false });
});
