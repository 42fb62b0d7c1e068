import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createActor, setup, spawnChild, type AnyActorRef } from 'xstate';
import { coverageIn, coverageText } from '../../scripts/statecharts/coverageMap.ts';
import type { ChartCoverage } from '../../src/inspector/chart/coverage.ts';
import { unprovided } from '../../src/machines/parts/unprovided.ts';
import { messagesOf, scenarioFaults, scenariosIn, staleScenarios, stepCounts } from './coverage.ts';
import type { Port } from './fakeWorld.ts';
import { evidenceFolderKey, evidenceOf, keepEvidence, keptEvidence } from './pathEvidence.ts';
import { pathsOf, type Model } from './paths.ts';
import { ScenarioRecorder } from './scenarioRecorder.ts';

const opened = 'door.shut --door.opened[0]--> door.open';
const closed = 'door.open --door.closed[0]--> door.shut';
const atOnce = 'door.open --always[0]--> door.lost';

const coverage: ChartCoverage = {
  chart: 'door',
  paths: 2,
  scenarios: ['a door > opens', 'a door > shuts'],
  messages: [{ to: 'port', event: 'bell.rung' }],
  transitions: {
    [opened]: { steps: 2, scenarios: [0, 1] },
    [closed]: { steps: 1, scenarios: [1] },
    [atOnce]: { steps: 0, scenarios: [] },
  },
};

describe('a coverage map', () => {
  it('is written a line for each part, and read as it was written', () => {
    expect(coverageIn(`# A door\n\n${coverageText(coverage)}`)).toEqual(coverage);
    expect(coverageText(coverage).split('\n')).toHaveLength(24);
    expect(coverageIn(coverageText({ ...coverage, scenarios: [], transitions: {}, messages: [] }))).toMatchObject({
      scenarios: [],
      transitions: {},
      messages: [],
    });
    expect(coverageIn('# A door\n')).toBeNull();
  });
  it('is true of a scenario that takes what it says', () => {
    expect(scenarioFaults(scenariosIn(coverage), 'a door > shuts', new Set([closed, opened]))).toEqual([]);
  });
  it.each<[why: string, name: string, taken: readonly string[], says: string]>([
    ['takes more', 'a door > opens', [opened, atOnce], `"a door > opens" also takes ${atOnce}`],
    ['takes less', 'a door > shuts', [opened], `"a door > shuts" does not take ${closed}`],
    ['is new', 'a door > slams', [], 'it does not know the scenario "a door > slams"'],
  ])('is out of date when a scenario %s', (_, name, taken, says) => {
    expect(scenarioFaults(scenariosIn(coverage), name, new Set(taken))).toEqual([says]);
  });
  it('is out of date when a scenario is gone', () => {
    expect(staleScenarios(scenariosIn(coverage), ['a door > opens', 'a door > slams'])).toEqual([
      'the scenario "a door > shuts" is gone',
    ]);
    expect(staleScenarios(scenariosIn(coverage), ['a door > opens', 'a door > shuts'])).toEqual([]);
  });
});

describe('what paths take and say', () => {
  const machine = setup({
    types: {
      input: {} as { port: Port },
      context: {} as { port: AnyActorRef },
      events: {} as { type: 'door.opened' } | { type: 'door.closed' },
    },
    actors: { bell: unprovided<void>('bell') },
    actions: { ring: ({ context }) => context.port.send({ type: 'bell.rung' }) },
  }).createMachine({
    id: 'door',
    context: ({ input }) => ({ port: input.port }),
    initial: 'shut',
    states: {
      shut: {
        on: { 'door.opened': { target: 'open', actions: ['ring', spawnChild('bell', { id: () => 'bell-1' })] } },
      },
      open: {
        on: {
          'door.closed': { target: 'shut', actions: ({ context }) => context.port.send({ type: 'bell.stilled' }) },
        },
      },
    },
  });
  const model: Model<typeof machine> = {
    machine,
    input: (_, port) => ({ port }),
    events: { 'door.opened': [{ type: 'door.opened' }], 'door.closed': [{ type: 'door.closed' }] },
    answers: { 'bell-*': [] },
  };
  const paths = pathsOf(model);
  it('is counted once for each step', () => {
    expect(stepCounts(paths).get(opened)).toBe(
      paths.flatMap(({ situations }) => situations).filter(({ taken }) => taken.includes(opened)).length,
    );
    expect(stepCounts(paths).get(opened)).toBeGreaterThan(0);
  });
  it('names every kind of message, once', () => {
    expect(messagesOf(paths)).toEqual([
      { to: 'port', event: 'bell.rung' },
      { to: 'port', event: 'bell.stilled' },
    ]);
  });
  it('is kept for the check of the documents in a whole run, and nowhere else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
    try {
      vi.stubEnv(evidenceFolderKey, join(folder, 'paths'));
      expect(keptEvidence('door')).toBeNull();
      keepEvidence('door', paths);
      expect(keptEvidence('door')).toEqual(evidenceOf(paths));
      vi.stubEnv(evidenceFolderKey, undefined);
      expect(keptEvidence('door')).toBeNull();
    } finally {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    }
  });
});

describe('the recorder of scenarios', () => {
  const recorder = new ScenarioRecorder('door');
  const door = (id: string) =>
    setup({
      types: {
        context: {} as { stuck: boolean },
        input: {} as { stuck: boolean },
        events: {} as { type: 'door.opened' } | { type: 'door.closed' },
      },
    }).createMachine({
      id,
      context: ({ input }) => input,
      initial: 'shut',
      states: {
        shut: { on: { 'door.opened': { target: 'open' } } },
        open: {
          always: { guard: ({ context }) => context.stuck, target: 'lost' },
          on: { 'door.closed': { target: 'shut' } },
        },
        lost: {},
      },
    });
  const [machine, another] = [door('door'), door('gate')];
  // After the machines, which other files of the worker may have loaded first.
  let stop: () => void;
  beforeAll(() => {
    stop = recorder.watch();
  });
  afterAll(() => stop());

  it('sees what real actors of its chart take, by the test that made them', () => {
    recorder.begin('opens');
    const left = createActor(machine, { input: { stuck: false } }).start();
    createActor(another, { input: { stuck: false } })
      .start()
      .send({ type: 'door.opened' });
    left.send({ type: 'door.opened' });
    recorder.end();
    left.send({ type: 'door.closed' });
    recorder.begin('is stuck');
    left.send({ type: 'door.opened' });
    createActor(machine, { input: { stuck: true } })
      .start()
      .send({ type: 'door.opened' });
    recorder.end();
    expect([...recorder.taken].map(([test, taken]) => [test, [...taken]])).toEqual([
      ['opens', [opened]],
      ['is stuck', [opened, atOnce]],
    ]);
  });
});
