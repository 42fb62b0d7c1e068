import type MagicString from 'magic-string';
import type { Environment } from 'vite';

/** The answer of a plugin that edited a source: with a source map only where the build writes maps. */
export const edited = (text: MagicString, { config }: Environment) => ({
  code: text.toString(),
  map: config.build.sourcemap === false ? null : text.generateMap({ hires: 'boundary' }),
});
