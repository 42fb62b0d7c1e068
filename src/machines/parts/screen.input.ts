import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';
import type { PageName, PageParams } from '../../router/pages.ts';
import type { AppPort, ResourcePort } from './port.ts';

/** What every screen's flow is started with, as the page of this name has it. It starts again when the page or one of its segments changes. */
export interface ScreenInput<Name extends PageName = PageName> {
  /** Segments of the route, as `ref` and `slug`. */
  params: PageParams<Name>;
  /** Query parameters at entry; later ones are the view's, read from the URL. */
  query: Readonly<Record<string, string>>;
  config: RuntimeConfig;
  port: AppPort;
  resources: ResourcePort;
  now: () => number;
}

/** What every screen is given, whichever it is. */
export type ScreenSurroundings = Omit<ScreenInput, 'params' | 'query'>;
