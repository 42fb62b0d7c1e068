import type { AnyActorRef } from 'xstate';
import { selectReadingFailure } from '../machines/accounts/session/session.selectors.ts';
import type { AppActor } from '../machines/app/app.machine.ts';
import { selectAccess, selectFault, selectScreen, selectSession } from '../machines/app/app.selectors.ts';
import { selectIsOverdue, selectIsWaiting } from '../machines/shell/access/access.selectors.ts';
import { selectIsPageSettled, selectLayouts } from '../machines/shell/screen/screen.selectors.ts';

/** Whether the app has more to show than the static shell of index.html. */
function hasContent(app: AppActor): boolean {
  const snapshot = app.getSnapshot();
  const session = selectSession(snapshot);
  if (selectFault(snapshot) || (session && selectReadingFailure(session.getSnapshot()))) return true;
  const access = selectAccess(snapshot)?.getSnapshot();
  const screen = selectScreen(snapshot)?.getSnapshot();
  if (!access || !screen) return false;
  if (selectIsOverdue(access)) return true;
  return !selectIsWaiting(access) && (selectIsPageSettled(screen) || selectLayouts(screen).length > 0);
}

/** Resolves once the app has more to show than the static shell, which would only be drawn again until then. */
export const untilContent = (app: AppActor): Promise<void> =>
  new Promise((resolve) => {
    const { access, screen, session } = app.getSnapshot().children;
    const subscriptions = [app, access, screen, session].map((actor?: AnyActorRef) =>
      actor?.subscribe({ next: look, error: look }),
    );
    function look(): void {
      if (!hasContent(app)) return;
      for (const subscription of subscriptions) subscription?.unsubscribe();
      resolve();
    }
    look();
  });
