import * as v from 'valibot';
import { runtimeConfigSchema, type RuntimeConfig } from '../../contract/common/runtimeConfig.ts';

/** The config that the server embedded in the page. The app cannot run without it, so an invalid one throws. */
export function readRuntimeConfig(page: Document): RuntimeConfig {
  const text = page.getElementById('runtime-config')?.textContent;
  if (text == null) throw new Error('The page came without its runtime configuration.');
  return v.parse(runtimeConfigSchema, JSON.parse(text));
}
