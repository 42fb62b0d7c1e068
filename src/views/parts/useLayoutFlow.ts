import { useSelector } from '@xstate/react';
import { use } from 'react';
import type { ActorRefFrom } from 'xstate';
import { selectScreen } from '../../machines/app/app.selectors.ts';
import type { LayoutFlows } from '../../machines/app/layoutFlows.ts';
import { selectLayoutFlow } from '../../machines/shell/screen/screen.selectors.ts';
import { AppContext } from './app.context.ts';

/**
 * The flow of a layout, for its pages and for what is open over them; undefined on a page outside, and where a view
 * stands alone.
 */
export function useLayoutFlow<Name extends keyof LayoutFlows>(name: Name): ActorRefFrom<LayoutFlows[Name]> | undefined {
  const app = use(AppContext) ?? undefined;
  const screen = useSelector(app, (snapshot) => snapshot && selectScreen(snapshot));
  return useSelector(screen, (snapshot) => snapshot && selectLayoutFlow(snapshot, name)) as
    | ActorRefFrom<LayoutFlows[Name]>
    | undefined;
}
