import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SettingsError } from '../../../server/common/settings.ts';
import { readConfig, withPort } from '../../../server/config.ts';
import { callerAddress, limitKey } from '../../../server/http/requestContext.ts';
import { exampleFlags, helpText, settingsMarkdown } from '../../../server/settings.table.ts';
import { newPasswordMinLength } from '../../../src/contract/accounts/newCredentials.ts';
import { featureFlagsSchema, knownFlags } from '../../../src/contract/ambient/featureFlags.ts';
import { features } from '../../../src/contract/common/features.ts';
import { pageNames, pageOf } from '../../../src/router/pages.ts';

const problemsOf = (env: Readonly<Record<string, string>>, argv: readonly string[] = []): readonly string[] => {
  try {
    readConfig(env, argv);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};

describe('settings', () => {
  test('need nothing to be set', () => {
    expect(readConfig({}, [])).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataFolder: `${process.cwd()}/data`,
      databaseUrl: null,
      platformMode: true,
      demo: false,
      warmEngines: 8,
      environment: 'production',
      inspector: false,
      apiUrl: '/api',
      authUrl: '/auth/v1',
      logFormat: 'json',
      auth: {
        siteUrl: 'http://127.0.0.1:3000',
        externalUrl: 'http://127.0.0.1:3000/auth/v1',
        jwtIssuer: 'http://127.0.0.1:3000/auth/v1',
        signup: 'open',
        autoconfirm: true,
        jwtExpiry: 3600,
        refreshReuseInterval: 10,
        passwordMinLength: newPasswordMinLength,
      },
    });
    expect(readConfig({ PORT: '', BASECHART_WARM_ENGINES: '' }, []).port).toBe(3000);
  });

  test('the demo has a folder of its own, development an inspector, a terminal pretty lines', () => {
    expect(readConfig({}, ['--demo'])).toMatchObject({ demo: true, dataFolder: `${process.cwd()}/data-demo` });
    expect(readConfig({ BASECHART_DATA: '/tmp/x' }, ['--demo']).dataFolder).toBe('/tmp/x');
    expect(readConfig({ BASECHART_ENVIRONMENT: 'development' }, []).inspector).toBe(true);
    expect(readConfig({ BASECHART_ENVIRONMENT: 'development', BASECHART_INSPECTOR: 'false' }, []).inspector).toBe(
      false,
    );
    expect(readConfig({}, [], { terminal: true })).toMatchObject({ logFormat: 'pretty', logLevel: 'warn' });
    expect(readConfig({}, ['--self-hosted'])).toMatchObject({ platformMode: false, auth: { signup: 'firstOnly' } });
    expect(readConfig({ HOST: '0.0.0.0', PORT: '4000' }, []).auth.siteUrl).toBe('http://localhost:4000');
  });

  test('a password cannot be shorter than the sign-up form takes', () => {
    expect(problemsOf({ GOTRUE_PASSWORD_MIN_LENGTH: String(newPasswordMinLength) })).toEqual([]);
    expect(problemsOf({ GOTRUE_PASSWORD_MIN_LENGTH: String(newPasswordMinLength - 1) })).toEqual([
      expect.stringContaining('GOTRUE_PASSWORD_MIN_LENGTH must be'),
    ]);
  });

  test('addresses that nobody said follow from the port that was taken', () => {
    expect(withPort(readConfig({ PORT: '0', GOTRUE_JWT_ISSUER: 'me' }, []), 4321)).toMatchObject({
      port: 4321,
      auth: { siteUrl: 'http://127.0.0.1:4321', externalUrl: 'http://127.0.0.1:4321/auth/v1', jwtIssuer: 'me' },
    });
    expect(
      withPort(readConfig({ PORT: '0', GOTRUE_SITE_URL: 'https://data.example.com/' }, []), 4321).auth.siteUrl,
    ).toBe('https://data.example.com');
  });

  test('all that is wrong is said at once, without repeating secrets', () => {
    const problems = problemsOf(
      {
        PORT: 'many',
        DATABASE_URL: 'mysql://root:hunter2@db',
        BASECHART_LOG_LEVEL: 'loud',
        BASECHART_TRUSTED_PROXIES: '10.0.0.0/8,nonsense',
        BASECHART_API_URL: 'javascript:alert(1)',
        GOTRUE_JWT_SECRET: 'too-short',
        GOTRUE_DISABLE_SIGNUP: 'perhaps',
        BASECHART_WARM_ENGINES: '0',
        BASECHART_PLANS: 'acme=gold',
        GOTRUE_SITE_URL: 'nonsense',
        API_EXTERNAL_URL: 'ftp://auth',
        GOTRUE_JWT_KEYS: '[{"kty":"oct","k":"hunter2"}]',
      },
      ['--verbose'],
    );
    expect(problems).toEqual([
      'There is no option --verbose; there are --self-hosted, --demo, --help.',
      'PORT must be a whole number from 0 to 65535, not "many".',
      'DATABASE_URL must be a postgres:// address.',
      'BASECHART_WARM_ENGINES must be a whole number from 1 to 256, not "0".',
      'BASECHART_API_URL must be an http or https address, or a path that starts with /, not "javascript:alert(1)".',
      'BASECHART_TRUSTED_PROXIES must list addresses or subnets, as 10.0.0.0/8, separated by commas, not "10.0.0.0/8,nonsense".',
      'BASECHART_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
      'BASECHART_PLANS must list slugs of organizations with their plans (free, pro, team), as acme=pro, separated by commas, not "acme=gold".',
      'GOTRUE_SITE_URL must be an http or https address, not "nonsense".',
      'API_EXTERNAL_URL must be an http or https address, not "ftp://auth".',
      'GOTRUE_DISABLE_SIGNUP must be true or false, not "perhaps".',
      'GOTRUE_JWT_SECRET must have at least 32 characters.',
      'GOTRUE_JWT_KEYS must have exactly one key whose key_ops has "sign".',
    ]);
    expect(problems.join()).not.toMatch(/hunter2|too-short/);
  });

  test('the docs of another server need an address that a browser can ask, and a key needs an address', () => {
    const url = 'https://docs.example.com/base';
    expect(readConfig({ BASECHART_DOCS_URL: `${url}/`, BASECHART_DOCS_KEY: 'key' }, [])).toMatchObject({
      docsUrl: url,
      docsKey: 'key',
    });
    expect(problemsOf({ BASECHART_DOCS_KEY: 'key' })).toEqual(['BASECHART_DOCS_KEY needs BASECHART_DOCS_URL.']);
    for (const address of ['https://user:hunter2@docs.example.com', `${url}?key=hunter2`, `${url}#docs`])
      expect(problemsOf({ BASECHART_DOCS_URL: address })).toEqual([
        'BASECHART_DOCS_URL must have no user name, password, query, or fragment.',
      ]);
    expect(problemsOf({ BASECHART_DOCS_URL: 'nonsense', BASECHART_DOCS_KEY: 'key' })).toEqual([
      'BASECHART_DOCS_URL must be an http or https address, not "nonsense".',
    ]);
  });

  test('an area that does not exist would hide nothing: those that exist are named', () => {
    expect(readConfig({ BASECHART_DISABLED_FEATURES: 'billing:all, sql_editor:all' }, []).disabledFeatures).toEqual([
      'billing:all',
      'sql_editor:all',
    ]);
    expect(problemsOf({ BASECHART_DISABLED_FEATURES: 'sql_editor:all,bogus' })).toEqual([
      `BASECHART_DISABLED_FEATURES may list ${features.join(', ')}, not "sql_editor:all,bogus".`,
    ]);
  });

  test('what is wrong with the file of flags is said with all the rest, and where it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basechart-config-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'flags.json');
    const said = async (text: string) => {
      await writeFile(file, text);
      const [, port, flags] = problemsOf({ PORT: 'many', BASECHART_FLAGS_FILE: file }, ['--verbose']);
      expect(port).toContain('PORT must be');
      return flags?.replace(`BASECHART_FLAGS_FILE names ${file}, which is not a readable JSON object of flags: `, '');
    };
    expect(await said('{"ongoingIncident": true,}')).toMatch(/at position 25 \(line 1 column 26\)/);
    expect(await said('[true]')).toBe('must be an object.');
    expect(await said('{"form": {"value": false, "targets": [{"to": "planets", "value": true}]}}')).toBe(
      'form.targets.0.to: Invalid type: Expected ("emails" | "percentage") but received "planets".',
    );
    expect(await said('{"form": null}')).toContain('form: Invalid type');
    expect(await said('{"form": true}')).toBeUndefined();
    expect(problemsOf({ BASECHART_FLAGS_FILE: join(folder, 'none.json') })).toEqual([
      expect.stringContaining('ENOENT'),
    ]);
  });

  test('what cannot be done yet is refused at the start', () => {
    expect(problemsOf({}, ['--demo', '--self-hosted'])).toEqual(['--demo and --self-hosted cannot be combined.']);
    expect(problemsOf({ GOTRUE_MAILER_AUTOCONFIRM: 'false' }, ['--demo'])).toEqual([
      expect.stringContaining('has no mailbox'),
    ]);
  });

  test('without SMTP, mails are shown on this machine only, so a public server cannot ask for confirmations', () => {
    expect(readConfig({ GOTRUE_MAILER_AUTOCONFIRM: 'false' }, [])).toMatchObject({ hasOutbox: true });
    const publicly = { GOTRUE_SITE_URL: 'https://data.example.com' };
    expect(readConfig(publicly, []).hasOutbox).toBe(false);
    expect(problemsOf({ ...publicly, GOTRUE_MAILER_AUTOCONFIRM: 'false' })).toEqual([
      expect.stringContaining('needs GOTRUE_SMTP_HOST'),
    ]);
    const smtp = { GOTRUE_SMTP_HOST: 'mail.example.com', GOTRUE_SMTP_ADMIN_EMAIL: 'auth@example.com' };
    expect(problemsOf({ ...publicly, ...smtp, GOTRUE_MAILER_AUTOCONFIRM: 'false' })).toEqual([]);
    expect(readConfig(smtp, []).hasOutbox).toBe(false);
  });

  test.each(['--demo=yes', 'start', '-hd', '--', '--no-demo'])(
    'the argument %s is refused once, and only options are taken',
    (argument) => {
      expect(problemsOf({}, ['--demo', argument])).toEqual([
        `There is no option ${argument}; there are --self-hosted, --demo, --help.`,
      ]);
    },
  );

  test('on a loopback address the server goes by names it knows, elsewhere by any', () => {
    const hosts = (env: Readonly<Record<string, string>>) => readConfig(env, []).allowedHosts;
    expect([...(hosts({}) ?? [])]).toEqual(['localhost', '127.0.0.1', '[::1]']);
    expect(
      hosts({ GOTRUE_SITE_URL: 'https://data.example.com/', BASECHART_ALLOWED_HOSTS: 'Other.example.com' }),
    ).toEqual(new Set(['localhost', '127.0.0.1', '[::1]', 'data.example.com', 'other.example.com']));
    expect(hosts({ BASECHART_ALLOWED_HOSTS: '*' })).toBeNull();
    expect(hosts({ HOST: '0.0.0.0' })).toBeNull();
  });

  test('the help and the table name each one', () => {
    for (const name of ['PORT', 'BASECHART_DATA', 'DATABASE_URL', 'GOTRUE_JWT_KEYS', 'GOTRUE_RATE_LIMIT_OTP']) {
      expect(helpText(100)).toContain(name);
      expect(settingsMarkdown()).toContain(`| \`${name}\` |`);
    }
    expect(helpText(100)).toContain('--self-hosted');
  });

  test.each([80, 120, 200])('the help fits into %i columns, and loses no word', (columns) => {
    const example = new Set(exampleFlags.split('\n').map((line) => line.trim()));
    const lines = helpText(columns)
      .split('\n')
      .filter((line) => !example.has(line.trim()));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
    const wordsOf = (width: number) => helpText(width).split(/\s+/).join(' ');
    expect(wordsOf(columns)).toBe(wordsOf(10_000));
  });

  test('the help and the table name each area and each flag, and show a file of flags that can be read', () => {
    for (const text of [helpText(100), settingsMarkdown()]) {
      for (const name of [...features, ...Object.keys(knownFlags)]) expect(text).toContain(name);
      expect(text).toContain('"to": "percentage"');
    }
    expect(v.is(featureFlagsSchema, JSON.parse(exampleFlags))).toBe(true);
  });

  test('the table lists the areas that pages and views hide, and no others', () => {
    const table = /## Areas that can be hidden\n[^]*?(?=\n## )/.exec(settingsMarkdown())?.[0] ?? '';
    const listed = [...table.matchAll(/^\| `([\w:]+)` \|/gm)].map(([, name]) => name);
    const hidden = [
      ...pageNames.flatMap((name) => pageOf(name).feature ?? []),
      ...globSync('src/views/**/*.{ts,tsx}').flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\buseIsHidden\('([^']+)'\)/g)].map(([, name]) => name),
      ),
    ];
    expect(new Set(listed)).toEqual(new Set(hidden));
  });
});

describe("the caller's address", () => {
  const { trustedProxies } = readConfig({ BASECHART_TRUSTED_PROXIES: '10.0.0.0/8, ::1' }, []);

  test.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['10.1.2.3', 'nonsense', 'nonsense'],
    ['10.1.2.3', '1.1.1.1, nonsense', 'nonsense'],
    ['10.1.2.3', '', '10.1.2.3'],
    ['::1', '2001:db8::5', '2001:db8::5'],
    [undefined, undefined, '127.0.0.1'],
  ])('socket %s, forwarded %s: %s', (socket, forwarded, expected) => {
    expect(callerAddress(socket, forwarded, trustedProxies)).toBe(expected);
  });

  test.each([
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.2', false],
    ['10.1.2.3/32', '10.1.2.3', true],
    ['10.1.2.0/0', '203.0.113.9', true],
    ['2001:db8::1', '2001:db8::1', true],
    ['2001:db8::1', '2001:db8::2', false],
    ['2001:db8::1/128', '2001:db8::1', true],
  ])('the proxy %s forwards from %s: %s', (proxy, socket, forwards) => {
    const { trustedProxies: trusted } = readConfig({ BASECHART_TRUSTED_PROXIES: proxy }, []);
    expect(callerAddress(socket, '198.51.100.1', trusted)).toBe(forwards ? '198.51.100.1' : socket);
  });

  test.each(['10.1.2.3/33', '::1/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0/8'])('%s is no proxy', (proxy) => {
    expect(problemsOf({ BASECHART_TRUSTED_PROXIES: proxy }, [])).toEqual([
      expect.stringContaining('BASECHART_TRUSTED_PROXIES must list addresses or subnets'),
    ]);
  });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ])('%s counts as %s', (address, expected) => {
    expect(limitKey(address)).toBe(expected);
  });
});
