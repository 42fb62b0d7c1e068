import { createContext, use } from 'react';
import type { AppActor } from '../../machines/app/app.machine.ts';

export const AppContext = createContext<AppActor | null>(null);

/**
 * The root actor: `useSelector(useApp(), selectSession)` and similar selectors return its children,
 * `useApp().send(command)` sends commands.
 */
export function useApp(): AppActor {
  const app = use(AppContext);
  if (!app) throw new Error('This view is rendered outside the application.');
  return app;
}
