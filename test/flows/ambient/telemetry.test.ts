import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { ambientTiming } from '../../../src/contract/ambient/ambientTiming.ts';
import type { Project } from '../../../src/contract/projects/project.ts';
import type { TelemetryMessage } from '../../../src/machines/ambient/telemetry/messages.ts';
import {
  telemetryMachine,
  type LeaveDue,
  type PageLeft,
  type TelemetryInput,
} from '../../../src/machines/ambient/telemetry/telemetry.machine.ts';
import type { ResourcePort, ResourceView } from '../../../src/machines/parts/port.ts';
import { pageOf } from '../../../src/router/pages.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { orders } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { movedTo } from '../shell/access.model.ts';
import { telemetryModel } from './telemetry.model.ts';

coverChart(telemetryModel);

const at = ({ location, route }: ReturnType<typeof movedTo>) => ({
  ...location,
  title: pageOf(route?.name ?? 'notFound').title,
});
const projects = movedTo('/projects', { name: 'projects', access: 'user' });
const project = movedTo('/project/abc', { name: 'project', access: 'user', params: { ref: 'abc' } });
const creating = movedTo('/new/acme', { name: 'newProject', access: 'user', params: { slug: 'acme' } });

function told(
  input: Partial<TelemetryInput> = {},
  listed: Project[] | undefined = [{ ...orders, ref: 'abc', organization_slug: 'acme' }],
) {
  let released = 0;
  const clock = new SteppedClock();
  const wire = held<void, { message: TelemetryMessage }>();
  const leaving = heldSource<PageLeft | LeaveDue, PageLeft, undefined>();
  const resources: ResourcePort = {
    watch(_, seen) {
      (seen as (view: ResourceView<'projects'>) => void)({
        data: listed,
        failure: null,
        refreshing: listed === undefined,
      });
      return () => {
        released += 1;
      };
    },
  };
  const telemetry = createActor(
    telemetryMachine.provide({ actors: { send: wire.logic, watchLeaving: leaving.logic } }),
    {
      clock,
      input: {
        consent: true,
        agreedHere: false,
        userId: null,
        location: projects.location,
        route: projects.route,
        resources,
        ...input,
      },
    },
  ).start();
  /** Lets every message through, and says what they were. */
  const all = async (): Promise<TelemetryMessage[]> => {
    for (let answered = 0; answered < wire.calls.length; answered += 1) {
      wire.calls[answered]?.answer();
      await vi.waitFor(
        () =>
          expect(
            telemetry.getSnapshot().matches({ active: { outbox: 'empty' } }) || wire.calls.length > answered + 1,
          ).toBe(true),
        { interval: 1 },
      );
    }
    return wire.calls.map((call) => call.input.message);
  };
  const attributed = () =>
    vi.waitFor(() => expect(telemetry.getSnapshot().matches({ active: { page: 'seen' } })).toBe(true), {
      interval: 1,
    });
  return { clock, wire, leaving, telemetry, all, attributed, released: () => released };
}

const agreed = { type: 'consent.changed', consent: true, here: true } as const;
const refused = { type: 'consent.changed', consent: false, here: true } as const;

describe('telemetry', () => {
  it('says nothing without consent, whatever happens', () => {
    const { clock, wire, leaving, telemetry } = told({ consent: false });
    telemetry.send({ type: 'session.began', userId: 'ada' });
    telemetry.send(project);
    telemetry.send({ type: 'event.recorded', action: 'saved' });
    telemetry.send({ type: 'session.ended', reason: 'signedOut' });
    clock.increment(60_000);
    expect(wire.calls).toEqual([]);
    expect(leaving.isRunning).toBe(false);
  });

  it('tells of the page on which the user agrees, at once and once, and who they are', async () => {
    const { clock, telemetry, all, attributed } = told({ consent: false });
    telemetry.send({ type: 'session.began', userId: 'ada' });
    telemetry.send(project);
    telemetry.send(agreed);
    clock.increment(60_000);
    await attributed();
    expect(await all()).toEqual([
      { kind: 'consentPage', location: at(project) },
      { kind: 'identify', userId: 'ada', groups: { project_ref: 'abc' } },
      { kind: 'groups/identify', groups: { organization_slug: 'acme', project_ref: 'abc' } },
    ]);
  });

  it('tells of that page too where the user agreed before telemetry had been fetched', async () => {
    const { clock, all } = told({ agreedHere: true, userId: 'ada' });
    clock.increment(60_000);
    expect(await all()).toEqual([
      { kind: 'consentPage', location: at(projects) },
      { kind: 'identify', userId: 'ada', groups: {} },
    ]);
  });

  it('tells of a page once it has been looked at, not of those that only lead there', async () => {
    const { clock, telemetry, all, attributed } = told({ location: null, route: null });
    telemetry.send(projects);
    clock.increment(ambientTiming.pageSeenMs - 1);
    telemetry.send(project);
    clock.increment(ambientTiming.pageSeenMs);
    await attributed();
    expect(await all()).toEqual([
      { kind: 'page', location: at(project) },
      { kind: 'groups/identify', groups: { organization_slug: 'acme', project_ref: 'abc' } },
    ]);
  });

  it('names the page by its own title, and no organization that does not exist yet', async () => {
    const { clock, telemetry, all } = told({ location: null, route: null });
    telemetry.send(movedTo('/new/first', { name: 'newProject', access: 'user', params: { slug: 'first' } }));
    clock.increment(ambientTiming.pageSeenMs);
    expect(await all()).toMatchObject([{ kind: 'page', location: { path: '/new/first', title: 'New project' } }]);
  });

  it('tells of no page twice when only its query changes', async () => {
    const { clock, telemetry, all } = told();
    clock.increment(ambientTiming.pageSeenMs);
    telemetry.send({
      ...projects,
      location: { ...projects.location, href: '/projects?search=a', query: { search: 'a' } },
    });
    clock.increment(ambientTiming.pageSeenMs);
    expect(await all()).toEqual([{ kind: 'page', location: at(projects) }]);
  });

  it('identifies the groups that are entered and resets those that are left; a project is in its organization', async () => {
    const { clock, telemetry, all, attributed, released } = told({ location: project.location, route: project.route });
    for (const next of [creating, project, projects]) {
      clock.increment(ambientTiming.pageSeenMs);
      await attributed();
      telemetry.send(next);
    }
    clock.increment(ambientTiming.pageSeenMs);
    expect((await all()).filter(({ kind }) => kind.startsWith('groups'))).toEqual([
      { kind: 'groups/identify', groups: { organization_slug: 'acme', project_ref: 'abc' } },
      { kind: 'groups/reset', organization: false, project: true },
      { kind: 'groups/identify', groups: { organization_slug: 'acme', project_ref: 'abc' } },
      { kind: 'groups/reset', organization: true, project: true },
    ]);
    expect(released()).toBe(2);
  });

  it('tells of a project alone where its organization is not known', async () => {
    const { clock, all, attributed } = told({ location: project.location, route: project.route }, []);
    clock.increment(ambientTiming.pageSeenMs);
    await attributed();
    expect((await all()).at(-1)).toEqual({ kind: 'groups/identify', groups: { project_ref: 'abc' } });
  });

  it('does not hold the page up for its organization, and lets go of the list with the page', () => {
    const { clock, wire, telemetry, released } = told({ location: project.location, route: project.route }, undefined);
    clock.increment(ambientTiming.pageSeenMs);
    expect(wire.calls.map(({ input }) => input.message.kind)).toEqual(['page']);
    telemetry.send(projects);
    return vi.waitFor(() => expect(released()).toBe(1), { interval: 1 });
  });

  it('identifies whoever signs in and resets when they sign out', async () => {
    const { telemetry, all } = told();
    telemetry.send({ type: 'session.began', userId: 'ada' });
    telemetry.send({ type: 'session.ended', reason: 'signedOut' });
    expect(await all()).toEqual([{ kind: 'identify', userId: 'ada', groups: {} }, { kind: 'reset' }]);
  });

  it('is silent at once when consent is withdrawn: what waits and what is on its way are given up', () => {
    const { clock, wire, leaving, telemetry } = told();
    telemetry.send({ type: 'event.recorded', action: 'one' });
    telemetry.send({ type: 'event.recorded', action: 'two' });
    const [first] = wire.calls;
    telemetry.send(refused);
    clock.increment(60_000);
    expect(first?.signal.aborted).toBe(true);
    expect(wire.calls).toHaveLength(1);
    expect(leaving.isRunning).toBe(false);
  });

  it('goes on after a message that was not sent, one after the other', async () => {
    const { wire, telemetry } = told();
    telemetry.send({ type: 'event.recorded', action: 'one' });
    telemetry.send({ type: 'event.recorded', action: 'two', properties: { size: 3 } });
    expect(wire.calls).toHaveLength(1);
    wire.last().fail(new Error('not sent'));
    await vi.waitFor(() => expect(wire.calls).toHaveLength(2), { interval: 1 });
    expect(wire.last().input.message).toEqual({
      kind: 'event',
      action: 'two',
      properties: { size: 3 },
      location: at(projects),
    });
  });

  it('keeps a bounded number of messages where no network answers', () => {
    const { telemetry } = told();
    for (let index = 0; index < 500; index += 1) telemetry.send({ type: 'event.recorded', action: `event ${index}` });
    expect(telemetry.getSnapshot().context.queue.length).toBe(50);
  });

  it('tells of leaving while the page goes, past everything that waits', () => {
    const { leaving, telemetry } = told();
    telemetry.send({ type: 'event.recorded', action: 'one' });
    leaving.report({ type: 'page.left' });
    expect(leaving.told).toEqual([{ type: 'leave.due', location: at(projects) }]);
  });
});
