import { expect, test, vi } from 'vitest';
import { createLogger } from '../../../server/http/log.ts';
import { createPlatformFacts, type PlatformFacts } from '../../../server/platform/platformFacts.ts';

const mine: PlatformFacts = {
  version: '1.0.0',
  auth: { signupDisabled: false, autoconfirm: true },
  postgresVersions: ['17'],
  automaticRls: true,
  engine: 'embedded',
  incident: true,
};
const platform = 'https://platform.example.com/api';
const auth = 'https://platform.example.com/auth/v1';
// Beside them, the ways that every service has, and what no id of a provider can be.
const providers = [
  { id: 'acme', name: 'Acme' },
  { id: 'github', name: 'Github' },
];
const external = { email: true, phone: false, acme: true, github: true, google: false, '../x': true };
const codeLengths = { email: 8, sms: 7 };
const answers: Readonly<Record<string, object>> = {
  [`${platform}/status`]: {
    time: '2026-01-01T00:00:00Z',
    version: '2.0.0',
    engine: 'postgres',
    postgres_versions: ['18'],
    automatic_rls: false,
  },
  [`${auth}/settings`]: {
    disable_signup: true,
    mailer_autoconfirm: false,
    mailer_otp_length: 8,
    sms_otp_length: 7,
    external,
  },
};

function create({ apiUrl = platform, authUrl = auth } = {}) {
  const clock = { ms: 0, isDown: false };
  const ask = vi.fn<typeof fetch>(async (input) => {
    if (clock.isDown) throw new TypeError('fetch failed');
    return Response.json(answers[String(input)]);
  });
  const log = createLogger({ level: 'silent', format: 'json' });
  const facts = createPlatformFacts({ apiUrl, authUrl, own: async () => mine, log, now: () => clock.ms, ask });
  return { facts, ask, clock };
}

test('a server that is its own platform asks nobody', async () => {
  const { facts, ask } = create({ apiUrl: '/api', authUrl: '/auth/v1' });
  expect(await facts()).toEqual(mine);
  expect(ask).not.toHaveBeenCalled();
});

test('a platform elsewhere says what it is, at most every five seconds', async () => {
  const { facts, ask, clock } = create();
  const theirs = {
    version: '2.0.0',
    auth: { signupDisabled: true, autoconfirm: false, providers, codeLengths },
    postgresVersions: ['18'],
    automaticRls: false,
    engine: 'postgres',
    incident: false,
  };
  expect(await Promise.all([facts(), facts()])).toEqual([theirs, theirs]);
  expect(ask).toHaveBeenCalledTimes(2);
  clock.ms = 5_000;
  clock.isDown = true;
  expect(await facts()).toEqual(theirs);
  expect(ask).toHaveBeenCalledTimes(4);
});

test('what has changed there is said to the page after the next', async () => {
  const { facts, ask, clock } = create();
  await facts();
  clock.ms = 5_000;
  ask.mockImplementation(async (input) =>
    Response.json({ ...answers[String(input)], disable_signup: false, mailer_autoconfirm: true, incident: true }),
  );
  expect(await facts()).toMatchObject({ auth: { signupDisabled: true }, incident: false });
  await expect.poll(facts).toMatchObject({ auth: { signupDisabled: false, autoconfirm: true }, incident: true });
});

test('of one that does not answer, nothing of this server is said', async () => {
  const { facts, clock } = create();
  clock.isDown = true;
  expect(await facts()).toMatchObject({
    engine: 'postgres',
    auth: { signupDisabled: false, autoconfirm: false },
    incident: false,
  });
});

test('only what is elsewhere is asked there', async () => {
  const { facts, ask } = create({ apiUrl: '/api' });
  expect(await facts()).toEqual({
    ...mine,
    auth: { signupDisabled: true, autoconfirm: false, providers, codeLengths },
  });
  expect(ask.mock.calls.map(([input]) => input)).toEqual([`${auth}/settings`]);
});

test('an error that looks like an answer is none', async () => {
  const { facts, ask } = create();
  ask.mockImplementation(async (input) => Response.json(answers[String(input)], { status: 503 }));
  expect(await facts()).toMatchObject({ automaticRls: true, auth: { signupDisabled: false, autoconfirm: false } });
});
