import { waitFor } from 'xstate';
import { selectReadingFailure } from '../machines/accounts/session/session.selectors.ts';
import type { AppActor } from '../machines/app/app.machine.ts';
import { selectFault } from '../machines/app/app.selectors.ts';
import { selectIsOverdue } from '../machines/shell/access/access.selectors.ts';
import { selectIsPageSettled } from '../machines/shell/screen/screen.selectors.ts';

/**
 * Resolves once the app has more to show than the static shell of index.html, which would only be drawn again until
 * then: the page, or why there is none.
 */
export async function untilContent(app: AppActor): Promise<void> {
  const { access, screen, session } = app.getSnapshot().children;
  const rest = new AbortController();
  const { signal } = rest;
  // An actor that is not there has failed, which the app shows.
  await Promise.race([
    waitFor(app, (snapshot) => selectFault(snapshot) !== null, { signal }),
    session && waitFor(session, (snapshot) => selectReadingFailure(snapshot) !== null, { signal }),
    access && waitFor(access, selectIsOverdue, { signal }),
    screen && waitFor(screen, selectIsPageSettled, { signal }),
  ]).catch(() => undefined);
  rest.abort();
}
