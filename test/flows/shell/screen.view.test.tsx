import { cleanup, fireEvent, render } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { beforeAll, expect } from 'vitest';
import type { AnyActorRef, SnapshotFrom } from 'xstate';
import type { screenMachine } from '../../../src/machines/shell/screen/screen.machine.ts';
import type { LayoutName } from '../../../src/router/pages.ts';
import { LazyNotFound } from '../../../src/views/app/LazyNotFound.ts';
import { ScreenHost } from '../../../src/views/app/ScreenHost.tsx';
import type { ScreenView, ScreenViews } from '../../../src/views/parts/screenViews.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { screenModel } from './screen.model.ts';

// Its code loads when it is first shown, which the paths do not wait for.
beforeAll(async () => {
  const { findByRole } = render(
    <Suspense>
      <LazyNotFound />
    </Suspense>,
  );
  await findByRole('heading', { name: 'Page not found' });
  cleanup();
});

const Project = ({ flow }: { flow: AnyActorRef | undefined }) => (
  <h1>{`The project, ${flow ? 'with' : 'without'} a flow`}</h1>
);
const Projects = ({ flow }: { flow: AnyActorRef | undefined }) => (
  <h1>{`The projects, ${flow ? 'with' : 'without'} a flow`}</h1>
);
const Sessions = ({ flow }: { flow: AnyActorRef | undefined }) => (
  <h1>{`The sessions, ${flow ? 'with' : 'without'} a flow`}</h1>
);
const Forgotten = ({ flow }: { flow: AnyActorRef | undefined }) => (
  <h1>{`The forgotten password, ${flow ? 'with' : 'without'} a flow`}</h1>
);
const Frame = ({ children }: { children: ReactNode }) => <section aria-label="Frame">{children}</section>;

const Inner = ({ flow, children }: { flow: AnyActorRef | undefined; children: ReactNode }) => (
  <section aria-label={`Project, ${flow ? 'with' : 'without'} a flow`}>{children}</section>
);

const Tables = ({ children }: { children: ReactNode }) => <section aria-label="Tables">{children}</section>;

const Captcha = ({ children }: { children: ReactNode }) => <section aria-label="Captcha">{children}</section>;

const Account = ({ children }: { children: ReactNode }) => <section aria-label="Account">{children}</section>;

const drawn: Readonly<Record<string, ScreenView>> = {
  project: Project,
  tables: Project,
  projects: Projects,
  accountSessions: Sessions,
  forgotPassword: Forgotten,
};
const titles: Readonly<Record<string, string>> = {
  project: 'The project',
  tables: 'The project',
  projects: 'The projects',
  accountSessions: 'The sessions',
  forgotPassword: 'The forgotten password',
};

const views: ScreenViews = {
  viewOf: (name) => drawn[name]!,
  layoutViewOf: (name) => ({ shell: Frame, project: Inner, account: Account, tables: Tables, captcha: Captcha })[name],
};

type Seen = SnapshotFrom<typeof screenMachine>;

const isOpen = ({ context: { layouts } }: Seen, layout: LayoutName) => layouts.some(({ name }) => name === layout);

/** The layouts of the last screen stay up; where it had none, the boot shell stands in. */
function seesLayouts(screen: Screen, snapshot: Seen) {
  expect(screen.queryByRole('region', { name: 'Frame' }) !== null).toBe(isOpen(snapshot, 'shell'));
  expect(screen.queryByRole('region', { name: 'Account' }) !== null).toBe(isOpen(snapshot, 'account'));
  expect(screen.queryByRole('region', { name: 'Tables' }) !== null).toBe(isOpen(snapshot, 'tables'));
  expect(screen.queryByRole('region', { name: 'Captcha' }) !== null).toBe(isOpen(snapshot, 'captcha'));
  const project = snapshot.context.layouts.find(({ name }) => name === 'project');
  const shown = screen.queryByRole('region', { name: /^Project/ })?.getAttribute('aria-label');
  expect(shown).toBe(project && `Project, ${project.hasFlow ? 'with' : 'without'} a flow`);
}

/** The page, and nothing of the code that loads for the next one. */
const seesPage = (flow: 'with' | 'without') => (screen: Screen, snapshot: Seen) => {
  seesLayouts(screen, snapshot);
  void screen.getByRole('heading', { name: `${titles[snapshot.context.name ?? '']}, ${flow} a flow` });
};

function seesNothingYet(screen: Screen, snapshot: Seen) {
  seesLayouts(screen, snapshot);
  expect(screen.queryByRole('progressbar', { name: 'Loading Basechart' }) !== null).toBe(
    snapshot.context.layouts.length === 0,
  );
}

coverView(screenModel, {
  view: (actor) => <ScreenHost screen={actor} views={views} />,
  does: {
    'screen.opened': 'elsewhere',
    'screen.closed': 'elsewhere',
    'screen.retried': (_, screen) => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
    'xstate.error.actor.layout.shell': 'elsewhere',
    'xstate.error.actor.layout.project': 'elsewhere',
    'xstate.error.actor.layout.account': 'elsewhere',
    'xstate.error.actor.layout.tables': 'elsewhere',
    'xstate.error.actor.layout.captcha': 'elsewhere',
    'page.reloaded': (_, screen) => void fireEvent.click(screen.getByRole('button', { name: 'Reload dashboard' })),
  },
  sees: {
    closed: seesNothingYet,
    'loading.quick': seesNothingYet,
    'loading.slow': (screen, snapshot) => {
      seesLayouts(screen, snapshot);
      expect(screen.queryByRole('status', { name: 'Loading' }) !== null).toBe(snapshot.context.layouts.length > 0);
    },
    checkingServer: (screen, snapshot) => {
      seesLayouts(screen, snapshot);
      expect(screen.queryByRole('status', { name: 'Loading' }) !== null).toBe(snapshot.context.layouts.length > 0);
    },
    waiting: (screen, snapshot) => {
      seesLayouts(screen, snapshot);
      expect(screen.getByRole('status').textContent).toBe('The server is unreachableReconnecting…');
      expect(screen.queryByRole('alert')).toBeNull();
    },
    'shown.undisturbed': seesPage('without'),
    'shown.preloading': seesPage('without'),
    'shown.preloaded': seesPage('without'),
    'running.undisturbed': seesPage('with'),
    'running.preloading': seesPage('with'),
    'running.preloaded': seesPage('with'),
    failed: (screen) => {
      expect(screen.getByRole('alert').textContent).toContain('Could not load this page');
      expect(screen.getByRole('alert').textContent).toContain('A part of the app did not load.');
    },
    reloading: (screen) => void screen.getByText('Could not load this page'),
    broken: (screen) => {
      expect(screen.getByRole('alert').textContent).toContain(
        'Application error: a client-side exception has occurred (see browser console for more information)',
      );
      expect(screen.getByRole('alert').textContent).toMatch(/The flow (?:of the layout )?has a fault\./);
    },
    missing: (screen) => void screen.getByRole('heading', { name: 'Page not found' }),
  },
});
