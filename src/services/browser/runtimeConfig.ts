import * as v from 'valibot';
import { runtimeConfigSchema, type RuntimeConfig } from '../../contract/common/runtimeConfig.ts';

/** What the server wrote into the page. Without it nothing can be known, so that a broken one is thrown. */
export function readRuntimeConfig(page: Document): RuntimeConfig {
  const text = page.getElementById('runtime-config')?.textContent;
  if (text == null) throw new Error('The page came without its runtime configuration.');
  return v.parse(runtimeConfigSchema, JSON.parse(text));
}
