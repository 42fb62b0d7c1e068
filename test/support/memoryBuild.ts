import { build, type Plugin, type Rolldown } from 'vite';

/** The code of a build of modules that are in no file, by id; the first one is the entry. */
export async function memoryBuild(
  modules: Readonly<Record<string, string>>,
  external: (string | RegExp)[],
  plugins: readonly Plugin[],
): Promise<string> {
  const inMemory: Plugin = {
    name: 'in-memory',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? id : null),
    load: (id) => modules[id] ?? null,
  };
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [inMemory, ...plugins],
    build: { write: false, rolldownOptions: { input: Object.keys(modules)[0]!, external } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
