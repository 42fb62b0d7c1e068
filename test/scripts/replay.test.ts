/** `npm run replay` on a trace of the real session chart: as it is, with the chart broken on purpose, and on files that are no traces. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { replayCommand } from '../../scripts/replay/command.ts';
import { allCharts, root } from '../../scripts/statecharts/charts.ts';
import type { Session } from '../../src/contract/accounts/session.ts';
import { FailureError } from '../../src/contract/common/failureError.ts';
import { createTraceRecorder } from '../../src/inspector/trace/recorder.ts';
import type { Trace } from '../../src/inspector/trace/trace.ts';
import { sessionMachine } from '../../src/machines/accounts/session/session.machine.ts';
import { sessionUntil } from '../fixtures/session.ts';
import { createPort, SteppedClock } from '../support/fakeWorld.ts';
import { faultyCopy, runScript } from '../support/faultyCopy.ts';

const offline = Object.assign(new FailureError({ code: 503, message: 'The server is gone.' }), { retryable: true });

/** A session whose refresh finds no server twice, and then one. */
async function backingOff(): Promise<Trace> {
  const clock = new SteppedClock();
  const recorder = createTraceRecorder({ now: () => clock.now(), version: '1.2.3' });
  const answers = [() => Promise.reject(offline), () => Promise.reject(offline), async () => sessionUntil(7200)];
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        readStored: fromPromise(async (): Promise<Session | null> => sessionUntil(100)),
        watchTabs: fromCallback(() => {}),
        refresh: fromPromise(() => answers.shift()!()),
      },
    }),
    { clock, input: { now: () => clock.now(), port: createPort(() => {}) }, inspect: recorder.observe },
  ).start();
  await setImmediate();
  for (let step = 0; step < 3; step++) {
    clock.toNextTimer();
    await setImmediate();
  }
  const trace = recorder.take();
  actor.stop();
  return trace;
}

let folder: string;
let trace: Trace;
let machines: Parameters<typeof replayCommand>[1]['machines'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart replay '));
  trace = await backingOff();
  machines = new Map((await allCharts()).map(({ id, machine }) => [id, machine]));
});
afterAll(() => rm(folder, { recursive: true }));

async function put(name: string, content: string | object): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Runs the command in this process, in a repository of its own. */
async function replayed(...args: readonly string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  return { code: await replayCommand(args, { machines, root: folder, say, complain: say }), said: said.join('\n') };
}

describe('the command line', () => {
  it('says that every chart went the recorded way, and names the step where a broken one does not', async () => {
    const file = await put('trace.json', trace);
    const copy = await faultyCopy({
      file: 'src/machines/accounts/session/session.machine.ts',
      there:
        "target: 'backingOff',\n                    description: 'A network error, 502, 503 or 504: the session stays.',",
      instead:
        "target: '#session.refused',\n                    description: 'A network error, 502, 503 or 504: the session stays.',",
    });
    try {
      const [whole, broken] = await Promise.all([
        runScript(root, 'replay.ts', file),
        runScript(copy.folder, 'replay.ts', file),
      ]);
      expect(whole).toEqual({ code: 0, said: expect.stringContaining('All charts followed the recorded path.') });
      expect(broken.code).toBe(1);
      const step = trace.events.find(({ event }) => event.type === 'xstate.error.actor.refresh')!;
      expect(broken.said).toContain(`Step ${step.seq} at 00:00:30.000: session got xstate.error.actor.refresh
  recorded: ${JSON.stringify(step.after.value)}
  replayed: refused
  it had taken:
    session.present.token.refreshing --xstate.error.actor.refresh[0]--> session.present.token.backingOff
  before that:
    00:00:00.000 xstate.init → loading`);
    } finally {
      await copy.remove();
    }
  }, 60_000);
});

describe('a trace kept as a test', () => {
  it('is a test of every chart that was walked, beside its trace, and gives way only to itself', async () => {
    const file = await put('it’s a "trace".json', trace);
    const { code, said } = await replayed(file, '--as-test');
    expect([code, said]).toEqual([
      0,
      expect.stringContaining('Wrote test/traces/it-s-a-trace.test.ts and the trace beside it.'),
    ]);
    const source = await readFile(join(folder, 'test/traces/it-s-a-trace.test.ts'), 'utf8');
    expect(source.match(/\{ session: "x:\d+", machine: "session", id: "x:\d+" \}/g)).toHaveLength(1);
    expect(await readFile(join(folder, 'test/traces/it-s-a-trace.json'), 'utf8')).toBe(JSON.stringify(trace));
    expect((await replayed(file, '--as-test')).code).toBe(0);
    await mkdir(join(folder, 'other'), { recursive: true });
    const other = await put('other/it’s a "trace".json', { ...trace, version: '1.2.4' });
    expect(await replayed(other, '--as-test')).toEqual({
      code: 2,
      said: expect.stringContaining('is there already and is another trace'),
    });
  });
  it('runs, and fails when the chart has changed', async () => {
    const kept = join(folder, 'test/traces/kept');
    await Promise.all(
      ['scripts', 'src', 'server', 'node_modules'].map((name) => symlink(join(root, name), join(folder, name), 'dir')),
    );
    const altered = {
      ...trace,
      events: trace.events.map((event) =>
        event.event.type === 'xstate.error.actor.refresh'
          ? { ...event, after: { ...event.after, value: 'refused' } }
          : event,
      ),
    };
    const vitest = (): Promise<string> =>
      new Promise((settle) => {
        const { VITEST: _, ...env } = process.env;
        execFile(
          process.execPath,
          [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--reporter=verbose', 'kept'],
          { cwd: folder, env: { ...env, NO_COLOR: '1' } },
          (_error, stdout, stderr) => settle(stdout + stderr),
        );
      });
    expect((await replayed(await put('kept.json', trace), '--as-test')).code).toBe(0);
    expect(await vitest()).toMatch(/✓ .*takes x:\d+ \(session\) the recorded way/);
    await writeFile(`${kept}.json`, JSON.stringify(altered));
    expect(await vitest()).toMatch(/× .*takes x:\d+ \(session\) the recorded way/);
  }, 60_000);
});

describe('what is no trace, or a hostile one', () => {
  const event = (): Trace['events'][number] => ({
    seq: 0,
    at: 0,
    actor: 'a',
    from: null,
    event: { type: 'xstate.init', input: {} },
    after: { status: 'active', value: 'mirrored' },
    transitions: [],
  });
  const small = (): Trace => ({
    format: 'basechart-trace-1',
    version: '1',
    takenAt: 0,
    actors: [{ session: 'a', id: 'a', parent: null, machine: 'addressSearch', start: null }],
    events: [event()],
  });
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const changedBy = (change: (trace: Trace) => void): Trace => {
    const changed = small();
    change(changed);
    return changed;
  };

  it('is told apart from one that replays', async () => {
    expect(await replayed(await put('small.json', small()))).toEqual({
      code: 0,
      said: '1 event of 1 actor, recorded by version 1; 1 step of 1 chart replayed.\nAll charts followed the recorded path.',
    });
  });

  it.each<[what: string, args: readonly string[], says: string]>([
    ['nothing', [], 'npm run replay -- trace.json [--as-test]'],
    ['two files', ['a', 'b'], 'npm run replay -- trace.json [--as-test]'],
    ['an unknown option', ['--fix', 'a'], 'npm run replay -- trace.json [--as-test]'],
    ['a file that is not there', ['nowhere.json'], 'There is no file nowhere.json.'],
    ['a folder', [tmpdir()], `${tmpdir()} is no file.`],
  ])('%s is answered in words', async (_, args, says) => {
    expect(await replayed(...args)).toEqual({ code: 2, said: says });
  });

  it.each<[what: string, content: string | object, says: string | RegExp]>([
    ['an empty file', '', 'not valid JSON'],
    ['bytes', '\u0000\u0001\uFFFD', 'not valid JSON'],
    ['null', 'null', 'not a Basechart trace'],
    ['a list', '[]', 'not a Basechart trace'],
    ['another format', { format: 'basechart-trace-9' }, 'not a Basechart trace'],
    ['events that are none', { ...small(), events: [1] }, 'events.0'],
    [
      'a moment that is none',
      changedBy(({ events: [only] }) => {
        only!.at = 1e308;
      }),
      'events.0.at',
    ],
    [
      'a state beyond all states',
      changedBy(({ events: [only] }) => {
        only!.after.value = { nowhere: 'at all' };
      }),
      'Step 0 at 00:00:00.000: addressSearch got xstate.init\n  recorded: {"nowhere":"at all"}\n  replayed: mirrored',
    ],
    [
      'a start in a state that is none',
      changedBy(({ actors: [only], events: [first] }) => {
        only!.start = { status: 'active', value: 'nowhere', context: {}, children: [] };
        first!.event = { type: 'text.finished' };
      }),
      /the chart broke: .*nowhere/,
    ],
    ['no events', { ...small(), events: [] }, 'nothing was replayed'],
    [
      'charts that this build lacks',
      changedBy(({ actors: [only] }) => {
        only!.machine = 'unheardOf';
      }),
      'Not in this build: unheardOf.',
    ],
    [
      'events of actors that it does not name',
      changedBy(({ events: [only] }) => {
        only!.actor = 'b';
      }),
      'nothing was replayed',
    ],
    [
      'keys that touch prototypes',
      JSON.stringify(small()).replace(
        '"input":{}',
        '"input":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
      ),
      'All charts followed the recorded path.',
    ],
    [
      'nesting without end',
      JSON.stringify(small()).replace('"input":{}', `"input":${nested(200_000)}`),
      /nested too deeply|no trace|not JSON/,
    ],
    [
      'what would write to the terminal',
      changedBy((whole) => {
        whole.version = '\u001B]0;owned\u0007\u001B[31m';
      }),
      'recorded by version �]0;owned��[31m;',
    ],
    [
      'what would pass for another line of what is said',
      changedBy((whole) => {
        whole.version = '1\nAll charts followed the recorded path.';
        whole.events[0]!.after.value = 'writing';
      }),
      /recorded by version 1�All charts followed the recorded path\.;.*\nStep 0/,
    ],
    ['more than a trace can hold', ' '.repeat(9 * 1024 ** 2), 'too large'],
  ])('%s is answered in words', async (_, content, says) => {
    const { code, said } = await replayed(await put('hostile.json', content));
    expect(said).toMatch(says);
    expect(said).not.toMatch(/ at .*\.ts:\d+/);
    expect([0, 1, 2]).toContain(code);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('writes no code into a test', async () => {
    const file = await put(
      'injected.json',
      changedBy(({ actors: [only], events: [first] }) => {
        only!.session = "a'\n}]; process.exit(9); //\u2028\\";
        first!.actor = only!.session;
      }),
    );
    expect((await replayed(file, '--as-test')).code).toBe(0);
    const source = await readFile(join(folder, 'test/traces/injected.test.ts'), 'utf8');
    expect(source.split('\n').filter((line) => line.includes('process.exit'))).toEqual([
      expect.stringMatching(
        /^ {2}\{ session: "a'\\n\}\]; process\.exit\(9\); [^]*", machine: "addressSearch", id: "a" \},$/,
      ),
    ]);
  });
});
