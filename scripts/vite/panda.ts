import { Worker } from 'node:worker_threads';
import type { Plugin } from 'vite';
import { shortenCode, shortenRules, shortNames } from './classNames.ts';
import { edited } from './edited.ts';

export type FromPanda = { type: 'styleSystem' } | { type: 'rules'; css: string };

interface Rules {
  css: string;
  /** Short class names, by those of Panda. */
  names: ReadonlyMap<string, string>;
}

/** Runs Panda in a thread: the style system comes first, and the rules while the build uses it. */
function runPanda() {
  const styleSystem = Promise.withResolvers<void>();
  const rules = Promise.withResolvers<Rules>();
  const fail = (error: unknown) => {
    styleSystem.reject(error);
    rules.reject(error);
  };
  // A build that fails for another reason asks for neither.
  for (const { promise } of [styleSystem, rules]) (promise as Promise<unknown>).catch(() => undefined);
  new Worker(new URL('panda.worker.ts', import.meta.url))
    .on('message', (message: FromPanda) => {
      if (message.type === 'styleSystem') styleSystem.resolve();
      else rules.resolve({ css: message.css, names: shortNames(message.css) });
    })
    .on('error', fail)
    .on('exit', () => fail(new Error('Panda ended without a result.')));
  return { styleSystem: styleSystem.promise, rules: rules.promise };
}

/**
 * Panda's part of a build: it generates the style system and appends the rules of every style in the views to the style
 * sheet, with shorter class names in both. Beside the bundler it takes half the time that its program and its PostCSS plugin take one after the other,
 * because it starts and reads the views once.
 */
function inBuild(): Plugin {
  let running: ReturnType<typeof runPanda>;
  return {
    name: 'panda',
    apply: 'build',
    enforce: 'pre',
    config() {
      running = runPanda();
    },
    configResolved: () => running.styleSystem,
    transform: {
      filter: { id: /\/src\/views\/theme\/styles\.css$/ },
      handler: async (code) => {
        const { css, names } = await running.rules;
        return `${code}\n${shortenRules(css, names)}`;
      },
    },
    async renderChunk(code) {
      const text = shortenCode(code, (await running.rules).names);
      return text.hasChanged() ? edited(text, this.environment) : null;
    },
  };
}

/**
 * Its part of the development server: its own plugin of PostCSS follows the views as they change. Vite finds the plugin
 * here alone, because loading it would cost a build and each run of tests seconds.
 */
const inDevelopment: Plugin = {
  name: 'panda',
  apply: 'serve',
  config: () => ({ css: { postcss: import.meta.dirname } }),
};

export const panda = (): Plugin[] => [inBuild(), inDevelopment];
