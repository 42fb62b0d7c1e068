import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import {
  resources,
  platformReads,
  signedInReads,
  type ResourceDefinition,
  type ResourceName,
} from '../../src/contract/cache/resources.ts';
import type { EarlyRead, PageCode } from '../../src/contract/common/pageCode.ts';
import { extraEarlyReads, seenWithEarlyReads } from '../../src/router/extraEarlyReads.ts';
import { layoutsAround, pageNames, pageOf, patternOf } from '../../src/router/pages.ts';

type Bundle = Rolldown.OutputBundle;

const source = '/src/boot.ts';
/** Stands for the script in the page until its name is known. */
const placeholder = '/assets/boot.js';

/** The modules that each page, layout and overlay imports, as `src/app/screens.ts` lists them. */
export function importsIn(screens: string): Map<string, string[]> {
  // Modules that several pages share, as `const accountPages = () => import('./accounts/accountPages.ts')`.
  const shared = new Map(
    [...screens.matchAll(/\bconst (\w+) = \(\) => import\('([^']+)'\)/g)].map(([, name, file]) => [name, file]),
  );
  const found = new Map<string, string[]>();
  let current: string[] = [];
  for (const [, kind, name = '', file, call] of screens.matchAll(
    /\b(screen|layout|overlay)(?:WithFlow)?\(\s*(?:'(\w+)')?|\bimport\('([^']+)'\)|\bawait (\w+)\(\)|\bload: async\b/g,
  )) {
    const module = file ?? shared.get(call);
    if (kind !== undefined) found.set(`${kind}:${name}`, (current = []));
    else if (module !== undefined) current.push(module);
    // An optional layout, which the page's own script loads where the server needs it.
    else if (call === undefined) current = [];
  }
  for (const [, names = '', chunk] of screens.matchAll(/\bscreensIn\(\s*\[([^\]]*)\],\s*(\w+)/g))
    for (const [, name] of names.matchAll(/'(\w+)'/g)) found.set(`screen:${name}`, [shared.get(chunk)!]);
  return found;
}

/** The files that each page needs besides the entry, and what it reads first. */
function pageCodeOf(root: string, bundle: Bundle): PageCode {
  const app = join(root, 'src/app');
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const imported = importsIn(readFileSync(join(app, 'screens.ts'), 'utf8'));
  const files: string[] = [];

  const chunkOf = (module: string) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.includes(resolve(app, module)));
    if (!found) throw new Error(`No file of the build has ${module}.`);
    return found;
  };
  const withImports = (chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] => [
    chunk,
    ...chunk.imports.flatMap((name) => chunks.filter(({ fileName }) => fileName === name)).flatMap(withImports),
  ];
  const indexesOf = (modules: readonly string[]): number[] => {
    const needed = modules.map(chunkOf).flatMap(withImports);
    // The largest first: a browser has six connections, and the last file to arrive decides.
    const ordered = needed.filter(({ isEntry }) => !isEntry).toSorted((a, b) => b.code.length - a.code.length);
    const urls = new Set(ordered.map(({ fileName }) => `/${fileName}`));
    return [...urls].map((url) => {
      if (!files.includes(url)) files.push(url);
      return files.indexOf(url);
    });
  };

  const reads: EarlyRead[] = [];
  const indexOf = (...[path, headers]: EarlyRead): number => {
    const known = reads.findIndex((one) => one[0] === path && JSON.stringify(one[1]) === JSON.stringify(headers));
    return known === -1 ? reads.push(headers ? [path, headers] : [path]) - 1 : known;
  };
  const readIndexOf = (name: ResourceName): number => {
    const { path, headers }: ResourceDefinition = resources[name];
    return indexOf(path, headers);
  };

  const isOfPage = (name: ResourceName): boolean => [...signedInReads, ...platformReads].every((one) => one !== name);
  const signedIn = indexesOf(['./workspace.flow.ts']);
  // Pages for developers of the app itself (`/_ui`) are opened rarely: every visit would carry their names.
  const pages = pageNames
    .filter((name) => !pageOf(name).path.startsWith('/_'))
    .map((name) => {
      const { access, layout, reads: ofPage = [] } = pageOf(name);
      const modules = [
        ...layoutsAround(layout).flatMap((around) => imported.get(`layout:${around}`) ?? []),
        ...(imported.get(`screen:${name}`) ?? []),
        ...(access === 'user' && !seenWithEarlyReads.has(name) ? ['../services/http/client.ts'] : []),
      ];
      // A landing page leads a user to one of the others.
      const isOfUser = access === 'user' || access === 'landing';
      const first = [
        ...ofPage.filter(isOfPage).map(readIndexOf),
        ...(extraEarlyReads[name] ?? []).map((extra) => indexOf(extra)),
      ];
      return [patternOf(name), isOfUser, indexesOf(modules), first] as const;
    });
  return {
    files,
    reads,
    signedIn,
    signedInReads: signedInReads.map(readIndexOf),
    platformReads: platformReads.map(readIndexOf),
    pages,
  };
}

const virtual = (code: PageCode): Plugin => ({
  name: 'page-code',
  resolveId: (id) => (id === 'virtual:page-code' ? `\0${id}` : null),
  load: (id) => (id === '\0virtual:page-code' ? `export default ${JSON.stringify(code)};` : null),
});

const nothing: PageCode = { files: [], reads: [], signedIn: [], signedInReads: [], platformReads: [], pages: [] };

/** The script, bundled and minified. */
async function bootScriptOf(root: string, code: PageCode): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [virtual(code)],
    build: { write: false, target: 'es2023', lib: { entry: join(root, source), formats: ['iife'], name: 'boot' } },
  });
  const [{ output: chunks }] = output as [Rolldown.RolldownOutput];
  return chunks[0].code;
}

/**
 * Makes a plain script of `src/boot.ts`, which blocks the first paint, and gives it the files of each page. Its name has
 * its content's hash: a second visit must not wait for the server to say that it has not changed.
 */
export function bootScript(): Plugin[] {
  let root = '';
  return [
    { ...virtual(nothing), apply: 'serve' },
    {
      name: 'boot-script',
      apply: 'build',
      enforce: 'post',
      configResolved: (config) => {
        root = config.root;
      },
      transformIndexHtml: {
        order: 'pre',
        handler: (html) =>
          html.replace(
            `<script type="module" src="${source}"></script>`,
            `<script vite-ignore src="${placeholder}"></script>`,
          ),
      },
      generateBundle: {
        order: 'post',
        async handler(_, bundle) {
          const page = bundle['index.html'];
          if (page?.type !== 'asset') throw new Error('The build has no page.');
          const script = await bootScriptOf(root, pageCodeOf(root, bundle));
          const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
          const fileName = `assets/boot-${hash}.js`;
          this.emitFile({ type: 'asset', fileName, source: script });
          page.source = String(page.source).replace(placeholder, `/${fileName}`);
        },
      },
    },
  ];
}
