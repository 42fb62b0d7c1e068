import { join } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const source = 'src/guidesSearch.tsx';

/**
 * Bundles the search of the guides' pages into one file: they do not load the app. Its name is fixed, because the pages
 * are rendered by the server; `guides.js` imports it.
 *
 * @param config What the sources need to be read.
 */
export function guidesSearch(config: () => Pick<InlineConfig, 'plugins' | 'resolve'>): Plugin {
  let root = '';
  return {
    name: 'guides-search',
    apply: 'build',
    configResolved: (resolved) => {
      root = resolved.root;
    },
    async generateBundle() {
      const { output } = (await build({
        ...config(),
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'silent',
        build: {
          write: false,
          target: 'es2023',
          rolldownOptions: {
            input: join(root, source),
            preserveEntrySignatures: 'strict',
            output: { codeSplitting: false },
          },
        },
      })) as Rolldown.RolldownOutput;
      const [file, ...others] = output;
      if (others.length > 0) throw new Error(`${source} makes more than one file: ${others[0]!.fileName}`);
      this.emitFile({ type: 'asset', fileName: 'guides-search.js', source: file.code });
    },
  };
}
