/** Where the view and the flow of each page are: in the folders of its area, which its row in the pages table names. */
import { pageOf, type PageName } from '../../src/router/pages.ts';
import type { Chart } from './charts.ts';
import { chartLink, code, table } from './markdown.ts';
import type { Surroundings } from './screens.ts';

/** Views that compose areas, and those that every page may show. */
const besideAreas = ['app', 'parts'];

/** `src/views/sql/SqlScreen.tsx` is in `sql`. */
const folderOf = (file: string): string => file.split('/')[2]!;

/** Pages whose view or flow is in the folder of another area, as sentences. */
export function misplacedPages(
  { screens, wiringOf }: Pick<Surroundings, 'screens' | 'wiringOf'>,
  charts: readonly Pick<Chart, 'id' | 'file'>[],
): string[] {
  const misplaced = (page: PageName, files: readonly string[], folders: readonly string[]) =>
    files
      .filter((file) => !folders.includes(folderOf(file)))
      .map((file) => `The page \`${page}\` belongs to the area ${folders[0]!}, and ${file} does not.`);
  return screens.flatMap(({ page, view, flow }) => {
    const { area } = pageOf(page);
    const chart = charts.find(({ id }) => id === flow);
    return [
      ...misplaced(page, [view], [area, ...besideAreas]),
      ...(chart ? misplaced(page, [chart.file, ...wiringOf(chart)], [area]) : []),
    ];
  });
}

/** Every page with a screen, by area. */
export function pagesByArea(screens: Surroundings['screens']): string {
  const rows = screens
    .map((screen) => ({ ...screen, ...pageOf(screen.page) }))
    .toSorted((one, other) => one.area.localeCompare(other.area));
  return table(rows, [
    { title: 'Area', of: ({ area }) => code(area) },
    { title: 'Page', of: ({ page }) => code(page) },
    { title: 'Address', of: ({ path }) => code(path) },
    { title: 'View', of: ({ view }) => `[${view.split('/').slice(2).join('/')}](../../${view})` },
    { title: 'Flow', of: ({ flow }) => (flow === null ? '' : chartLink(flow, '.')) },
  ]);
}
