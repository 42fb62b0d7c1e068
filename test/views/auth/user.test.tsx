import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { projectUserMachine } from '../../../src/machines/auth/projectUser/projectUser.machine.ts';
import { selectUser } from '../../../src/machines/auth/projectUser/projectUser.selectors.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { User } from '../../../src/views/auth/User.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { ordersDetail, screenInput } from '../../fixtures/screen.ts';
import { graceInFull } from '../../flows/auth/projectUser.model.ts';

/** The sign-in method of a user who signed in then. */
async function methodOf(signedIn: string | null): Promise<string | null> {
  const flow = createActor(
    projectUserMachine.provide({
      actors: { readUser: fromPromise(async () => ({ ...graceInFull, last_sign_in_at: signedIn })) },
    }),
    {
      input: {
        ...screenInput({
          resources: {
            watch: (_, seen) => {
              const report = seen as (view: ResourceView) => void;
              queueMicrotask(() => report({ data: ordersDetail('ACTIVE_HEALTHY'), failure: null, refreshing: false }));
              return () => {};
            },
          },
        }),
        params: { ref: 'abc', id: graceInFull.id },
      },
    },
  ).start();
  await waitFor(flow, (snapshot) => selectUser(snapshot) !== null);
  render(
    <InApp app={startTestApp()}>
      <User flow={flow} projectRef="abc" />
    </InApp>,
  );
  const { textContent } = screen.getByRole('list', { name: 'Sign-in methods' });
  flow.stop();
  return textContent;
}

afterEach(cleanup);

it('says when a sign-in method was last used, but not of a user who never signed in', async () => {
  expect(await methodOf('2026-01-01T00:00:00Z')).toContain('last used');
  cleanup();
  expect(await methodOf(null)).not.toContain('last used');
});
