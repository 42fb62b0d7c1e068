import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StateMachine } from 'xstate';
import { pages, type PageName } from '../../src/router/pages.ts';
import { provideRuntime, type Runtime } from '../../src/services/browser/runtime.ts';
import { root, type Chart } from './charts.ts';

/** The view and flow of a page. */
export interface Screen {
  page: PageName;
  address: string;
  /** The view’s file, from the root of the repository. */
  view: string;
  /** Id of the chart that is its flow; null without one. */
  flow: string | null;
  /** Ids of the charts that are the flows of its layouts. */
  layoutFlows: readonly string[];
}

const idOf = (flow: unknown): string | null => (flow instanceof StateMachine ? flow.id : null);

const fromRoot = (file: string): string => relative(root, file).split(sep).join('/');

/** The application's table of screens, with file names in place of the views, because none is rendered here. */
async function screensOf(): Promise<Screen[]> {
  const hooks = registerHooks({
    load: (url, context, next) =>
      url.endsWith('.tsx')
        ? {
            format: 'module',
            shortCircuit: true,
            source: `export default ${JSON.stringify(fromRoot(fileURLToPath(url)))};`,
          }
        : next(url, context),
  });
  try {
    const { screens } = await import('../../src/app/screens.ts');
    // A server with everything: the layouts that others lack are there.
    provideRuntime({ config: { auth: { captcha: {} } } } as Runtime);
    return await Promise.all(
      Object.entries(screens).map(async ([name, load]) => {
        const { View, flow, layouts }: { View: unknown; flow: unknown; layouts: readonly { flow: unknown }[] } =
          await load();
        const page = name as PageName;
        return {
          page,
          address: pages[page].path,
          view: String(View),
          flow: idOf(flow),
          layoutFlows: layouts.map((layout) => idOf(layout.flow)).filter((id) => id !== null),
        };
      }),
    );
  } finally {
    hooks.deregister();
  }
}

/** Files outside a chart that use it. */
export interface Surroundings {
  screens: readonly Screen[];
  /** Files in `src/views` that use the chart. */
  viewsOf(chart: Pick<Chart, 'id' | 'file'>): readonly string[];
  /** Files that provide the chart's services and start it. */
  wiringOf(chart: Pick<Chart, 'id' | 'file'>): readonly string[];
}

export async function surroundings(): Promise<Surroundings> {
  const sourceOf = (patterns: readonly string[]) =>
    globSync(patterns, { cwd: root })
      .map(fromRoot)
      .toSorted()
      .map((file) => ({ file, source: readFileSync(`${root}/${file}`, 'utf8') }));
  const views = sourceOf(['src/views/**/*.{ts,tsx}']);
  const wiring = sourceOf(['src/app/**/*.ts', 'server/**/*.ts']);
  return {
    screens: await screensOf(),
    viewsOf({ id }) {
      const knowing = (pattern: RegExp) => views.filter(({ source }) => pattern.test(source)).map(({ file }) => file);
      const direct = knowing(new RegExp(`/${id}\\.(?:machine|selectors)\\.ts'`));
      return direct.length > 0 ? direct : knowing(new RegExp(`/machines/\\w+/${id}/`));
    },
    wiringOf: ({ id, file: own }) =>
      wiring
        .filter(
          ({ file, source }) =>
            file !== own &&
            new RegExp(`import \\{[^}]*\\b${id}Machine\\b[^}]*\\} from '[^']*/${id}\\.machine\\.ts'`).test(source) &&
            new RegExp(`\\b${id}Machine(?:\\.provide|;|,|\\))`).test(source),
        )
        .map(({ file }) => file),
  };
}
