import { describe, expect, it } from 'vitest';
import { assign, createActor, fromPromise, setup, SimulatedClock } from 'xstate';
import type { Catalog } from '../../src/contract/projects/catalog.ts';
import { fingerprintOf } from '../../src/contract/sql/textFingerprint.ts';
import { createTraceRecorder } from '../../src/inspector/trace/recorder.ts';
import { redact } from '../../src/inspector/trace/redact.ts';
import { replayTrace } from '../../src/inspector/trace/replay.ts';
import { redacted } from '../../src/inspector/trace/secrets.ts';
import { parseTrace } from '../../src/inspector/trace/trace.ts';
import { rememberOpenRelations } from '../../src/machines/sql/sqlRun/openRelations.ts';
import type { RunRequest } from '../../src/machines/sql/sqlRun/sqlRun.machine.ts';

type DoorEvents = { type: 'door.opened'; by: string; password?: string } | { type: 'door.closed' };

const doorMachine = (closesTo: 'shut' | 'open') =>
  setup({
    types: {
      input: {} as { now: () => number; port: { send(event: { type: string }): void } },
      context: {} as {
        now: () => number;
        port: { send(event: { type: string }): void };
        openedAt: number;
        visitors: string[];
      },
      events: {} as DoorEvents,
    },
    actors: { ring: fromPromise<{ heard: boolean }>(() => Promise.resolve({ heard: true })) },
    delays: { patience: 1_000 },
    guards: { late: ({ context }) => context.now() - context.openedAt > 500 },
  }).createMachine({
    id: 'door',
    context: ({ input }) => ({ now: input.now, port: input.port, openedAt: 0, visitors: [] }),
    initial: 'shut',
    states: {
      shut: {
        on: {
          'door.opened': {
            target: 'ringing',
            actions: assign({
              openedAt: ({ context }) => context.now(),
              visitors: ({ context, event }) => [...context.visitors, event.by],
            }),
          },
        },
      },
      ringing: { invoke: { id: 'ring', src: 'ring', onDone: { target: 'open' }, onError: { target: 'shut' } } },
      open: {
        after: { patience: { target: 'shut' } },
        on: { 'door.closed': [{ guard: 'late', target: 'slammed' }, { target: closesTo }] },
      },
      slammed: { on: { 'door.opened': { target: 'open' } } },
    },
  });

async function recorded({ capacity = 500, rounds = 1 } = {}) {
  const clock = new SimulatedClock();
  const now = () => clock.now();
  const recorder = createTraceRecorder({ now, version: '1.2.3', capacity });
  const actor = createActor(doorMachine('shut'), {
    clock,
    input: { now, port: { send() {} } },
    inspect: recorder.observe,
  }).start();
  for (let round = 0; round < rounds; round += 1) {
    const open = new Promise<void>((resolve) => {
      const { unsubscribe } = actor.subscribe((snapshot) => {
        if (snapshot.matches('open')) {
          unsubscribe();
          resolve();
        }
      });
    });
    actor.send({ type: 'door.opened', by: 'ada', password: 'canary-7' });
    await open;
    clock.increment(100);
    actor.send({ type: 'door.closed' });
  }
  return { recorder, actor, clock };
}

const machines = (closesTo: 'shut' | 'open') => new Map([['door', doorMachine(closesTo)]]);

describe('a trace', () => {
  it('holds every event with its sender, the state after it and the transitions taken', async () => {
    const { recorder } = await recorded();
    const trace = recorder.take();
    const door = trace.actors.find((actor) => actor.machine === 'door')!;
    expect(
      trace.events
        .filter((event) => event.actor === door.session)
        .map((event) => [event.event.type, event.after.value]),
    ).toEqual([
      ['xstate.init', 'shut'],
      ['door.opened', 'ringing'],
      ['xstate.done.actor.ring', 'open'],
      ['door.closed', 'shut'],
    ]);
    const answer = trace.events.find((event) => event.event.type === 'xstate.done.actor.ring')!;
    expect(trace.actors.find((actor) => actor.session === answer.from)?.id).toBe('ring');
    expect(answer.transitions).toEqual(['door.ringing --xstate.done.actor.ring[0]--> door.open']);
  });

  it('carries no secret, and survives the way through a file', async () => {
    const { recorder } = await recorded();
    const file = JSON.stringify(recorder.take());
    expect(file).not.toContain('canary-7');
    expect(file).toContain(redacted);
    expect(parseTrace(file)).toEqual(recorder.take());
  });

  it('keeps only the newest events, and where each actor stood before them', async () => {
    const { recorder } = await recorded({ capacity: 3, rounds: 4 });
    const { events, actors } = recorder.take();
    expect(events).toHaveLength(3);
    expect(events.map((event) => event.seq)).toEqual([events[0]!.seq, events[0]!.seq + 1, events[0]!.seq + 2]);
    expect(actors.find((actor) => actor.machine === 'door')?.start?.value).toBeDefined();
    expect(actors.length).toBeLessThanOrEqual(3);
  });

  it('tells of contexts only what an event changed, and nothing that is too long', () => {
    const machine = setup({
      types: {
        context: {} as { lines: string[]; name: string; field: string; value: string },
        events: {} as { type: 'line.added' } | { type: 'name.given' } | { type: 'value.given' },
      },
    }).createMachine({
      id: 'page',
      context: { lines: [], name: '', field: 'password', value: '' },
      on: {
        'line.added': { actions: assign({ lines: ({ context }) => [...context.lines, 'a'.repeat(1_900)] }) },
        'name.given': { actions: assign({ name: 'Ada' }) },
        'value.given': { actions: assign({ value: 'canary-8' }) },
      },
    });
    const recorder = createTraceRecorder({ now: () => 1, version: '1.2.3' });
    const actor = createActor(machine, { inspect: recorder.observe }).start();
    actor.send({ type: 'name.given' });
    actor.send({ type: 'value.given' });
    for (let count = 0; count < 12; count += 1) actor.send({ type: 'line.added' });
    const { events } = recorder.take();
    expect(events[1]!.changed).toEqual({ name: 'Ada' });
    // A neighbour that did not change says what kind of value it is.
    expect(events[2]!.changed).toEqual({ value: redacted });
    expect(events[3]!.changed).toEqual({ lines: ['a'.repeat(1_900)] });
    expect(events.at(-1)!.changed).toEqual({ lines: { '«omitted»': 22_837 } });
    expect(recorder.take({ contexts: false }).events.some(({ changed }) => changed)).toBe(false);
  });

  it('can be cut to its newest events, and still knows where each actor stood before them', async () => {
    const { recorder } = await recorded({ rounds: 3 });
    const whole = recorder.take();
    const cut = recorder.take({ newest: 4 });
    expect(cut.events).toEqual(whole.events.slice(-4));
    expect(replayTrace(cut, machines('shut')).differences).toEqual([]);
    expect(replayTrace(cut, machines('shut')).steps.length).toBeGreaterThan(1);
  });

  it.each([
    ['{', 'not valid JSON'],
    ['{}', 'not a Basechart trace'],
    ['{"format":"basechart-trace-1","version":1}', 'version'],
  ])('says what is wrong with the file %s', (text, complaint) => {
    expect(() => parseTrace(text)).toThrow(complaint);
  });
});

describe('a trace of the most there can be', () => {
  it('is one that can be opened', () => {
    const recorder = createTraceRecorder({ now: () => 0, version: '1' });
    const row = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`column${index}`, 'word '.repeat(399)]));
    const actor = createActor(
      setup({ types: { context: {} as { row: object } } }).createMachine({
        id: 'store',
        context: { row: {} },
        on: { row: { actions: assign({ row: ({ event }) => event }) } },
      }),
      { inspect: recorder.observe },
    ).start();
    for (let index = 0; index < 500; index += 1) actor.send({ type: 'row', ...row, index });
    const text = JSON.stringify(recorder.take());
    expect(parseTrace(text).events).toHaveLength(500);
    expect(text.length).toBeGreaterThan(4_000_000);
    expect(parseTrace(text).events.at(-1)!.event).toMatchObject({ index: 499, column0: row['column0'] });
    expect(parseTrace(text).events[0]!.event).toEqual({ type: 'row', '«omitted»': expect.any(Number) });
  });
});

describe('a replay', () => {
  it('finds no difference on the charts that made the trace', async () => {
    const { recorder } = await recorded({ rounds: 3 });
    const report = replayTrace(parseTrace(JSON.stringify(recorder.take())), machines('shut'));
    expect(report.differences).toEqual([]);
    expect(report.steps).toHaveLength(1 + 3 * 3);
  });

  it('follows an actor whose birth the trace no longer holds', async () => {
    const { recorder } = await recorded({ capacity: 5, rounds: 3 });
    const report = replayTrace(recorder.take(), machines('shut'));
    expect(report.differences).toEqual([]);
    expect(report.steps.length).toBeGreaterThan(1);
  });

  it('names the first step at which a changed chart goes another way', async () => {
    const { recorder } = await recorded({ rounds: 2 });
    const { differences } = replayTrace(recorder.take(), machines('open'));
    expect(differences).toHaveLength(1);
    expect(differences[0]!.step.event.event.type).toBe('door.closed');
    expect(differences[0]).toMatchObject({
      recorded: { state: { value: 'shut' } },
      replayed: { state: { value: 'open' } },
    });
  });

  it('tells recorded time to guards', async () => {
    const { recorder, actor, clock } = await recorded();
    actor.send({ type: 'door.opened', by: 'bob' });
    await new Promise<void>((resolve) => {
      actor.subscribe((snapshot) => {
        if (snapshot.matches('open')) resolve();
      });
    });
    clock.increment(600);
    actor.send({ type: 'door.closed' });
    expect(actor.getSnapshot().value).toBe('slammed');
    expect(replayTrace(recorder.take(), machines('shut')).differences).toEqual([]);
  });

  it('says which machines this build does not know', async () => {
    const { recorder } = await recorded();
    expect(replayTrace(recorder.take(), new Map()).unknownMachines).toEqual(['door']);
  });
});

describe('redact', () => {
  it.each([
    [
      {
        password: 'canary',
        db_pass: 'canary',
        refresh_token: 'canary',
        captchaToken: 'canary',
        Authorization: 'canary',
        service_role: 'canary',
        apikey: 'canary',
        secret: 'canary',
      },
    ],
    [
      {
        passwordConfirmation: 'canary',
        SMTP_PASS: 'canary',
        anonKey: 'canary',
        signingKey: 'canary',
        recoveryCodes: ['canary'],
        connectionString: 'canary',
        otp: 'canary',
        pin: 'canary',
        clientSecret: 'canary',
        id_tokens: { first: 'canary' },
      },
    ],
    [{ code: '123456' }],
    [{ note: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.canary' }],
    [{ note: 'the token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.canary was refused' }],
    [{ note: 'Bearer canary-token' }],
    [{ note: 'Authorization: Basic canary' }],
    [{ note: '{"refresh_token":"canary","kept":"y"}' }],
    [{ note: "alter role app password 'canary'" }],
    [{ note: 'host=db password=canary user=app' }],
    [{ url: 'postgres://app:canary@localhost/db' }],
    [{ url: 'postgres://app:canary/canary@canary@localhost/db' }],
    [{ href: '/verify?token_hash=canary&type=signup' }],
    [{ href: 'https://a.example/#client_secret=canary&new_password=canary' }],
    [{ href: '/support/new?subject=canary&message=canary' }],
    [{ nested: [{ deep: { access_token: 'canary' } }] }],
    [new Map([['password', 'canary']])],
    [{ type: 'field.changed', field: 'password', value: 'canary' }],
    [{ type: 'field.changed', name: 'SMTP_PASS', value: 'canary' }],
    [{ type: 'xstate.done.actor.generation', output: 'canary', actorId: 'generation' }],
    [{ type: 'xstate.promise.resolve', data: 'canary' }],
    [{ status: 'done', output: 'canary', error: undefined }],
    [{ [`https://a.example/?access_token=canary&${'a'.repeat(40)}`]: 1 }],
    [Object.assign(new Error('Refused: Bearer canary-token'), { request: { headers: { Cookie: 'canary' } } })],
    [{ machine: { config: 'canary' }, context: { password: 'canary' }, value: 'open', status: 'active' }],
  ])('hides the secrets of %j', (value) => {
    const text = JSON.stringify(redact(value));
    expect(text).toContain(redacted);
    expect(text).not.toMatch(/canary|123456|eyJ/);
  });

  it.each([
    [
      {
        sql: 'canary',
        draft: 'canary',
        text: 'canary',
        statement: 'canary',
        threats: [{ kind: 'drop', statement: 'canary' }],
      },
    ],
    [{ type: 'field.changed', field: 'message', value: 'canary' }],
    [{ values: { category: 'problem', subject: 'canary', message: 'canary', projectRef: '' } }],
    [{ query: { subject: 'canary', message: 'canary' } }],
    [{ type: 'query.changed', query: 'canary', typed: 'canary' }],
    [{ end: { error: { message: 'canary', code: '42P01', detail: 'canary', hint: 'canary', where: 'canary' } } }],
    [Object.assign(new Error('canary'), { code: '22P02' })],
    [{ sql: 'canary', outcome: 'failed', error: 'canary' }],
    [{ opened: { stored: { key: { id: '7' }, values: { town: 'canary' } } } }],
    [{ opened: { stored: { key: { email: 'canary' }, values: {} } } }],
    [{ key: ['email'], values: ['canary'] }],
    [{ position: { by: 'key', values: { email: 'canary' }, backward: false } }],
    [{ only: { by: 'key', keys: [{ email: 'canary' }] } }],
    [{ from: { user_metadata: { name: 'canary' }, app_metadata: { plan: { owner: 'canary' } } } }],
    [{ pointsAt: [{ column: 'code', operator: '=', value: 'canary' }] }],
    [{ computed: [{ column: 'code', value: 'canary' }] }],
    [{ type: 'cells.edited', cells: [], added: [{ row: '', cells: { town: 'canary' } }] }],
    [{ sentFrom: { new: { type: 'insert', values: { town: 'canary' } } } }],
    [{ exposed: [{ name: 'table-1', kind: 'table', remedy: 'alter table canary enable row level security' }] }],
    [{ data: { lints: [{ name: 'no_rls', findings: [{ id: 'no_rls:canary', name: 'canary', detail: 'canary' }] }] } }],
    [{ type: 'finding.ignored', finding: 'no_rls:canary' }],
    [{ type: 'snippet.newRequested', titles: ['canary'] }],
    [{ outcomes: { 'q1:0': { results: [{ title: 'canary', tag: 'SELECT 1', count: 1, more: false }] } } }],
    [{ ignored: ['no_rls:canary'] }],
    [{ line: { source: 'postgres_logs', event_message: 'canary', metadata: { parsed: { query: ['canary'] } } } }],
  ])('hides what somebody wrote in %j', (value) => {
    const text = JSON.stringify(redact(value));
    expect(text).toContain(redacted);
    expect(text).not.toContain('canary');
  });

  it('leaves nothing of a query by which a guess at it could be checked', () => {
    const sql = "alter role app password 'hunter2'";
    const catalog: Catalog = {
      schemas: [
        {
          name: 'public',
          relations: [{ name: 'payroll', kind: 'table', remedy: 'close', columns: [] }],
          functions: [],
        },
      ],
      searchPath: ['public'],
    };
    const document = fingerprintOf(sql);
    const openBefore = rememberOpenRelations(catalog);
    const request: RunRequest = {
      sql,
      from: 0,
      line: 1,
      document,
      rowLimit: 100,
      timeLimitMs: 60_000,
      openBefore,
    };
    const recalled = { id: 'run-1', startedAt: 0, from: 0, line: 1, document };
    const kept = redact({
      event: { type: 'run.requested', request },
      context: { request, pending: request },
      recalled,
    });
    expect(kept).toMatchObject({ event: { request: { sql: redacted, document: redacted, openBefore } } });
    const text = JSON.stringify(kept);
    for (const trait of ['hunter2', 'payroll', String(document.hash), `:${sql.length},`, `:${sql.length}}`])
      expect(text).not.toContain(trait);
    // It tells which of the page's catalogs was there, and nothing of what was in it.
    expect(rememberOpenRelations({ schemas: [], searchPath: [] })).toBe(openBefore + 1);
  });

  it('keeps what makes an error readable', () => {
    expect(redact(Object.assign(new Error('gone'), { code: 'project_not_found', requestId: 'r1' }))).toEqual({
      '«error»': { name: 'Error', message: 'gone', code: 'project_not_found', requestId: 'r1' },
    });
    expect(redact({ failure: { code: 503, message: 'The server is gone.' } })).toEqual({
      failure: { code: 503, message: 'The server is gone.' },
    });
  });

  it('keeps what charts decide by: yes and no, names, choices, numbers, addresses', () => {
    const kept = {
      isTokenFresh: false,
      hasPassword: true,
      passwordStrength: { verdict: 'strong', score: 4 },
      token_type: 'bearer',
      password: '',
      secret: null,
      name: 'Ada',
      pinned: true,
      primaryKey: 'id',
      entries: { '/projects/abc/api-keys': { state: 'fresh' } },
      href: 'http://127.0.0.1:8080/projects?sort=name',
      query: { plan: 'pro' },
      search: '?plan=pro',
      bypass: 3,
    };
    expect(redact(kept)).toEqual(kept);
  });

  it('replaces phone numbers, and addresses that codes were sent to', () => {
    const signIn = redact({ values: { phone: '+41 (0)79 123 45 67', password: '' }, failure: null });
    const change = redact({ currentPhone: '+41791234567', values: { phone: '0041 79 123 45 68' } });
    const { typed, half, sentTo, renamed } = redact({
      typed: { type: 'field.changed', field: 'phone', value: '+41-79-123-45-67' },
      half: { type: 'field.changed', field: 'phone', value: '+41 79' },
      sentTo: { address: '+41791234567', kind: 'sms' },
      renamed: { address: 'ada@localhost', otherAddress: 'Eve@localhost' },
    }) as Record<string, unknown>;
    expect(signIn).toEqual({ values: { phone: expect.stringMatching(/^\+999\d{7}$/), password: '' }, failure: null });
    const { phone } = (signIn as { values: { phone: string } }).values;
    // The guards of the charts compare numbers, and check their form.
    expect(change).toEqual({ currentPhone: phone, values: { phone: expect.stringMatching(/^\+999\d{7}$/) } });
    expect((change as { values: object }).values).not.toEqual({ phone });
    expect(typed).toMatchObject({ value: phone });
    expect(half).toMatchObject({ value: expect.stringMatching(/^user-\d+$/) });
    expect(sentTo).toEqual({ address: phone, kind: 'sms' });
    expect(renamed).toEqual({
      address: expect.stringMatching(/^user-\d+$/),
      otherAddress: expect.stringMatching(/^user-\d+$/),
    });
    expect(redact(signIn)).toEqual(signIn);
  });

  it('replaces email addresses by others, equal for equal ones, and as valid', () => {
    const { email, again, other, half, sentence, accented, irish, inAddress } = redact({
      email: 'ada@example.com',
      again: 'ADA@example.com',
      other: 'grace@example.com',
      half: { type: 'field.changed', field: 'email', value: 'ada@exam' },
      sentence: 'There is no account of ada@example.com.',
      accented: 'josé@example.com',
      irish: "by 'o'brien@example.com'",
      inAddress: '/sign-in?email=ada%40example.com',
    }) as Readonly<Record<string, string>> & { half: { value: string } };
    expect(email).toMatch(/^user-\d+@redacted\.invalid$/);
    expect(again).toBe(email);
    expect(other).not.toBe(email);
    expect(half.value).toMatch(/^user-\d+$/);
    expect(sentence).toBe(`There is no account of ${email}.`);
    expect(accented).toMatch(/^user-\d+@redacted\.invalid$/);
    expect(irish).toMatch(/^by 'user-\d+@redacted\.invalid'$/);
    expect(inAddress).toMatch(/^\/sign-in\?email=user-\d+@redacted\.invalid$/);
    // A trace that is looked at again stays as it is.
    expect(redact({ email, half, sentence })).toEqual({ email, half, sentence });
    expect(redact({ email: '', note: 'pglite@0.5.14' })).toEqual({ email: '', note: 'pglite@0.5.14' });
  });

  it('is bounded: long texts, long lists, many keys, deep, wide and circular values, bytes', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const size = (value: unknown) => JSON.stringify(redact(value)).length;
    expect(
      size({ long: 'a'.repeat(1_000_000), list: Array.from({ length: 100_000 }, (_, i) => i), circle }),
    ).toBeLessThan(4_000);
    expect(size(new Error('a b '.repeat(1_000_000)))).toBeLessThan(4_000);
    expect(size(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])))).toBeLessThan(4_000);
    expect(size({ ['k '.repeat(100_000)]: 1 })).toBeLessThan(400);
    expect(size(new Uint8Array(1_000_000))).toBeLessThan(40);
    const wide = (depth: number): unknown =>
      depth === 0
        ? 'a b '.repeat(1_000)
        : Array.from({ length: 50 }, () => wide(0)).map((leaf, index) => (index === 0 ? wide(depth - 1) : leaf));
    expect(size(wide(8))).toBeLessThan(80_000);
    let shared: unknown = 'leaf';
    for (let depth = 0; depth < 9; depth += 1) shared = Array.from({ length: 50 }, () => shared);
    expect(size(shared)).toBeLessThan(200_000);
  });

  it('recognises no half of a secret: a text is not cut within a word', () => {
    const text = `${'word '.repeat(398)}postgres://app:${'x'.repeat(30)}@localhost/db`;
    expect(JSON.stringify(redact(text))).not.toContain('xx');
  });
});
