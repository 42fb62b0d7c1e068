import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timing } from '../../../src/contract/common/timing.ts';
import type { Connection, ProjectDetail } from '../../../src/contract/projects/project.ts';
import {
  commandsAt,
  projectStatuses,
  usableStatuses,
  type ProjectStatus,
} from '../../../src/contract/projects/projectStatus.ts';
import { ProjectGate } from '../../../src/views/parts/ProjectGate.tsx';
import { statusLabels } from '../../../src/views/parts/statusLabels.ts';
import HomeScreen from '../../../src/views/projects/HomeScreen.tsx';
import { InApp, startTestApp, type Answers } from '../../fixtures/app.tsx';
import { forbidden, orders, ordersDetail } from '../../fixtures/screen.ts';

const path = `/projects/${orders.ref}`;
const keys = { url: 'http://localhost:3000/project/abc/api', anon: 'the-public-key', service_role: 'the-service-key' };
const unreachable: Connection = {
  uri: null,
  host: null,
  port: null,
  database: 'postgres',
  user: 'postgres',
  reason: 'This database runs inside the Basechart server.',
};
const reachable: Connection = {
  uri: 'postgres://ada@db.example.com:5432/orders',
  host: 'db.example.com',
  port: 5432,
  database: 'orders',
  user: 'ada',
  reason: null,
};

const answersFor = (project: ProjectDetail | Error, connection = unreachable): Answers => ({
  [path]: project,
  [`${path}/api-keys`]: keys,
  [`${path}/connection`]: connection,
});

/** Lets every answer that is there arrive. */
const settle = () =>
  act(async () => {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  });

async function showHome(answers: Answers) {
  const app = startTestApp(answers, { ref: orders.ref });
  render(
    <InApp app={app}>
      <HomeScreen params={{ ref: orders.ref }} />
    </InApp>,
  );
  await settle();
  return app;
}

beforeEach(() => history.replaceState(null, '', `/project/${orders.ref}`));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe('a project’s home', () => {
  it('says its status, how to reach it, its keys, and what to do next', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), reachable));
    expect(screen.getByRole('heading', { name: 'Orders', level: 1 })).toBeTruthy();
    expect(screen.getByText('Active')).toBeTruthy();
    expect(screen.getByText('postgres://ada@db.example.com:5432/orders')).toBeTruthy();
    expect(screen.getByText('the-public-key')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open SQL editor' }).getAttribute('href')).toBe(
      `/project/${orders.ref}/sql`,
    );
    expect(screen.getByRole('navigation', { name: 'Get started' })).toBeTruthy();
  });

  it('says plainly when nothing outside can connect', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    expect(screen.getByText('Direct connections unavailable')).toBeTruthy();
    expect(screen.getByText('This database runs inside the Basechart server.')).toBeTruthy();
  });

  it('shows the service key only when it is asked to', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    expect(screen.queryByText('the-service-key')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show the service key' }));
    expect(screen.getByText('the-service-key')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Hide the service key' }));
    expect(screen.queryByText('the-service-key')).toBeNull();
  });

  it('says whom each key may be given to', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    const note = screen.getByText(/The public key is safe in a web page only if/).textContent;
    expect(note).toContain('only if row level security is on for every table');
    expect(note).toContain('The service key bypasses row level security. Keep it on your servers.');
  });

  it('holds the place of keys that are not there yet', async () => {
    const { [`${path}/api-keys`]: _later, ...others } = answersFor(ordersDetail('ACTIVE_HEALTHY'));
    await showHome(others);
    expect(screen.getAllByRole('status', { name: 'Loading the keys' })).toHaveLength(2);
    expect([screen.queryByText('Public key'), screen.queryByRole('tablist')]).toEqual([null, null]);
  });

  it('shows code in the language that the address names', async () => {
    history.replaceState(null, '', `/project/${orders.ref}?language=python`);
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    const code = screen.getByRole('region', { name: 'Python code' });
    expect(code.textContent).toContain('http://localhost:3000/project/abc/api/rest/v1/your_table');
    expect(code.textContent).toContain('the-public-key');
    expect(code.textContent).not.toContain('the-service-key');
  });

  it('shows no code where the data API is off', async () => {
    await showHome(answersFor({ ...ordersDetail('ACTIVE_HEALTHY'), postgrestStatus: 'OFFLINE' }));
    expect(screen.getByText('Data API disabled')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'JavaScript code' })).toBeNull();
  });

  it('restoring shows at once', async () => {
    await showHome(answersFor(ordersDetail('INACTIVE')));
    expect(screen.getByText('This project is paused')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Restore project' }));
    await settle();
    expect(screen.getByText('This project is being restored')).toBeTruthy();
    expect(screen.getByText('Restoring')).toBeTruthy();
  });

  it('is no access for whoever may not see it, with the way back', async () => {
    await showHome(answersFor(forbidden));
    expect(screen.getByText('You don’t have access to this project')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to projects' }).getAttribute('href')).toBe('/projects');
  });
});

describe('the gate of a project’s screens', () => {
  const show = async (answers: Answers) => {
    const app = startTestApp(answers, { ref: orders.ref });
    render(
      <InApp app={app}>
        <ProjectGate projectRef={orders.ref}>{(project) => <p>The editor of {project.name}</p>}</ProjectGate>
      </InApp>,
    );
    await settle();
  };

  it.each(usableStatuses)('opens in %s', async (status) => {
    await show(answersFor(ordersDetail(status)));
    expect(screen.getByText('The editor of Orders')).toBeTruthy();
  });

  const shut = projectStatuses.filter(
    (status): status is Exclude<ProjectStatus, 'ACTIVE_HEALTHY' | 'ACTIVE_UNHEALTHY'> =>
      !usableStatuses.includes(status),
  );

  it.each(shut)('says in %s what is with the project, why, and offers what can be done', async (status) => {
    await show(answersFor(ordersDetail(status, 'The disk is full.')));
    expect(screen.queryByText('The editor of Orders')).toBeNull();
    const notice = screen.getByRole('status');
    expect(notice.textContent).toContain(statusLabels[status].title);
    expect(notice.textContent).toContain(statusLabels[status].text);
    expect(notice.textContent).toContain('The disk is full.');
    expect(within(notice).queryAllByRole('button')).toHaveLength(commandsAt[status].length);
    expect(within(notice).queryByRole('link', { name: 'Back to projects' }) !== null).toBe(
      status === 'GOING_DOWN' || status === 'REMOVED',
    );
  });

  it.each(['GOING_DOWN', 'REMOVED'] as const)('leads back to the projects from %s', async (status) => {
    await show(answersFor(ordersDetail(status)));
    expect(screen.getByRole('link', { name: 'Back to projects' }).getAttribute('href')).toBe('/projects');
  });

  it('has a failed setup tried again', async () => {
    await show(answersFor(ordersDetail('INIT_FAILED')));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('says why the project could not be read, once the second try was refused too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await show(answersFor(Object.assign(new Error('Not today.'), { code: 401, requestId: 'req-9' })));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(timing.readBackoffBaseMs));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Could not load the project');
    expect(alert.textContent).toContain('req-9');
  });

  it('holds a place while it loads', async () => {
    await show({});
    expect(screen.getByRole('status', { name: 'Loading the project' })).toBeTruthy();
  });
});
