import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';
import type { LayoutName, LayoutParams, PageName, PageParams } from '../../router/pages.ts';
import type { AppPort, ResourcePort } from './port.ts';

/**
 * The input of every screen's flow, typed for its page. The flow restarts when the page or one of its segments changes.
 */
export interface ScreenInput<Name extends PageName = PageName> {
  /** Segments of the route, such as `ref` and `slug`. */
  params: PageParams<Name>;
  /** Query parameters at entry; views read later changes from the URL. */
  query: Readonly<Record<string, string>>;
  config: RuntimeConfig;
  port: AppPort;
  resources: ResourcePort;
  now: () => number;
}

/** The part of the input that all screens share. */
export type ScreenSurroundings = Omit<ScreenInput, 'params' | 'query'>;

/**
 * The input of a layout's flow, typed for its layout. The flow goes on while pages of the layout with the same segments
 * follow each other, and hears `page.changed` at each.
 */
export interface LayoutInput<Name extends LayoutName = LayoutName> extends ScreenSurroundings {
  /** The segments that every page in the layout has. */
  params: LayoutParams<Name>;
}
