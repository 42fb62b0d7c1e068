/** The guides are true: their examples run, their links lead somewhere, and their lists are complete. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Token } from 'marked';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { apiReference, referenceFolder } from '../../../scripts/apiReference.ts';
import { readConfig } from '../../../server/config.ts';
import { errorGuides } from '../../../server/guides/errorGuides.ts';
import { plainText, type Guide } from '../../../server/guides/guide.ts';
import { hrefOfGuide } from '../../../server/guides/guideAddress.ts';
import { readGuides } from '../../../server/guides/guides.ts';
import { renderGuide } from '../../../server/guides/renderGuide.ts';
import { projectExtensions } from '../../../server/projects/engines/embedded/embeddedExtensions.ts';
import { screenGuides } from '../../../src/contract/docs/screenGuides.ts';
import { pageNames, pageOf } from '../../../src/router/pages.ts';
import { defaultShortcutSettings, keysOf, shortcutIds } from '../../../src/router/shortcuts.ts';
import { createOrganization, createProject, query, rowsOf, sqlErrorOf } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

interface GuideExample {
  language: string;
  code: string;
}

/** The blocks of code, in the order of the page. */
const examplesOf = ({ tokens }: Pick<Guide, 'tokens'>): GuideExample[] => {
  const found: GuideExample[] = [];
  const visit = (some: readonly Token[]): void => {
    for (const token of some) {
      if (token.type === 'code') found.push({ language: String(token['lang'] ?? ''), code: String(token['text']) });
      if (token.type === 'list') for (const item of token['items']) visit(item.tokens);
      if (token.type === 'blockquote') visit(token.tokens ?? []);
    }
  };
  visit(tokens);
  return found;
};

const root = resolve(import.meta.dirname, '../../..');
const guides = await readGuides(join(root, 'docs/guides'));
const explained = errorGuides(guides);
const named = guides.pages.map((guide) => [hrefOfGuide(guide.path), guide] as const);

describe('the guides', () => {
  it('have at least 110 pages and 500 sections', () => {
    expect(guides.pages.length).toBeGreaterThanOrEqual(110);
    expect(
      guides.pages.flatMap(({ sections }) => sections.filter(({ slug }) => slug !== '')).length,
    ).toBeGreaterThanOrEqual(500);
  });

  it('are all listed, and each has its own title in its group', () => {
    const files = globSync('docs/guides/**/*.md', { cwd: root });
    expect(guides.pages).toHaveLength(files.length);
    for (const { pages } of guides.groups) expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  });

  it('say something in each section, and nothing twice', () => {
    for (const { path, sections } of guides.pages) {
      // The page shows the title of its front matter above them.
      expect(sections.filter(({ slug, depth }) => slug !== '' && depth === 1).map(({ heading }) => heading)).toEqual(
        [],
      );
      expect(sections.filter(({ slug, text }) => slug !== '' && text === '').map(({ heading }) => heading)).toEqual([]);
      const headings = sections.map(({ heading }) => heading);
      expect(new Set(headings).size, path).toBe(headings.length);
    }
    const sentences = guides.pages.flatMap(({ tokens }) => sentencesOf(tokens));
    expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
  });

  it('show no comment, and name phrases of one line each', () => {
    for (const guide of guides.pages) {
      expect(renderGuide(guide), guide.path).not.toContain('&lt;!--');
      const phrases = guide.sections.flatMap((section) => section.phrases);
      expect(phrases.filter((phrase) => phrase === '' || phrase.length > 80)).toEqual([]);
    }
  });

  it('have a page for every extension of the embedded engine', () => {
    const names = Object.values(projectExtensions).map(({ name }) => name);
    const missing = names.filter((name) => guides.find(`database/extensions/${name}`) === undefined);
    expect(missing.filter((name) => name !== 'uuid_ossp')).toEqual([]);
    expect(guides.find('database/extensions/uuid-ossp')).toBeDefined();
  });

  it('list all keyboard shortcuts', () => {
    const text = readFileSync(join(root, 'docs/guides/keyboard.md'), 'utf8');
    const listed = [...text.matchAll(/^\| (.+?) \|/gm)].flatMap(([, keys]) => keys!.split(' or '));
    const keys = shortcutIds
      .flatMap((id) => keysOf(id, defaultShortcutSettings))
      .map((key) => key.replace('Mod', 'Ctrl').replace(' ', ' then '));
    expect(keys.filter((key) => !listed.includes(key))).toEqual([]);
  });

  it.each([
    ['23505', '/guides/reference/sqlstate-constraints#23505-duplicate'],
    ['42P01', '/guides/reference/sqlstate-statements#42p01-no-such-table'],
    ['08006', '/guides/reference/sqlstate-sessions#08000-08003-and-08006-connection'],
    ['22ZZZ', '/guides/reference/sqlstate#class-22-data'],
    ['ZZ000', '/guides/reference/sqlstate'],
    ['project_paused', '/guides/reference/platform-errors#projects'],
    ['user_not_found', '/guides/reference/platform-errors#projects'],
    ['weak_password', '/guides/reference/auth-errors#signing-up'],
    ['no such code', '/guides/search?q=no+such+code'],
    ['constructor', '/guides/search?q=constructor'],
  ])('have a section that an error with the code %s links to', (code, href) => {
    expect(explained(code, null)).toBe(href);
  });

  it('explain a code as the service means it', () => {
    expect(explained('user_not_found', 'auth')).toBe('/guides/reference/auth-errors#signing-in');
    // A code that the auth service passes on.
    expect(explained('project_paused', 'auth')).toBe(explained('project_paused', null));
  });

  it('have the section that each screen links to, and a link for each screen with settings', () => {
    const missing = Object.values(screenGuides).filter((address) => {
      const [path = '', slug] = address.split('#');
      return !guides.find(path)?.sections.some((section) => section.slug === slug);
    });
    expect(missing).toEqual([]);
    const linked = Object.keys(screenGuides).map((name) => name.split('.')[0]);
    expect(pageNames.filter((name) => pageOf(name).path.startsWith('/account/') && !linked.includes(name))).toEqual([]);
    const views = globSync('src/views/**/*.{ts,tsx}', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    expect(Object.values(screenGuides).filter((address) => !views.some((view) => view.includes(address)))).toEqual([]);
  });

  it.each([
    ['reference/platform-errors', 'ApiError', null],
    ['reference/auth-errors', 'AuthError', 'auth'],
  ] as const)('%s lists every code of an %s, with its statuses', (path, thrown, service) => {
    const sources = globSync('{server,src/contract}/**/*.ts', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const found = sources.flatMap((source) =>
      [...source.matchAll(new RegExp(`new ${thrown}\\(\\s*([^,]+),\\s*'([a-z_]+)'`, 'g'))].map(
        ([, status, code]) => [code!, status!] as const,
      ),
    );
    const text = readFileSync(join(root, `docs/guides/${path}.md`), 'utf8');
    const listed = new Map(
      [...text.matchAll(/^\| `([a-z_]+)` \| ([\d, ]+) \|/gm)].map(([, code, statuses]) => [
        code!,
        statuses!.split(', '),
      ]),
    );
    expect(found.length).toBeGreaterThan(10);
    const file = `docs/guides/${path}.md`;
    expect(
      found.filter(([code]) => !listed.has(code)),
      `codes that need a row in a table of ${file}`,
    ).toEqual([]);
    expect(
      found.filter(([code, status]) => /^\d+$/.test(status) && !listed.get(code)?.includes(status)),
      `statuses that are missing in the rows of ${file}`,
    ).toEqual([]);
    expect(found.filter(([code]) => !explained(code, service).startsWith(`${hrefOfGuide(path)}#`))).toEqual([]);
    const unknown = [...listed.keys()].filter((code) => !sources.some((source) => source.includes(`'${code}'`)));
    expect(unknown, `rows of ${file} whose code the server does not have`).toEqual([]);
  });
});

it('have an API reference that is what the routes and schemas of the server say', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const pages = await apiReference(server.routes);
  const read = (file: string) => readFileSync(join(referenceFolder, file), 'utf8');
  expect(globSync('*.md', { cwd: referenceFolder }).toSorted()).toEqual([...pages.keys()].toSorted());
  // `npm run reference` writes them again.
  for (const [file, text] of pages) expect(read(file), file).toBe(text);
  const writes = [...pages.values()]
    .join('\n')
    .split('\n## ')
    .filter((section) => /`(?:POST|PUT|PATCH) /.test(section));
  const withoutBody = writes
    .filter((section) => !section.includes('The body'))
    .map((section) => section.split('\n')[0]);
  expect(withoutBody.toSorted()).toEqual([
    'Create your profile',
    'Find out whether changes were made',
    'Pause a project',
    'Restart a project',
    'Restore a paused project',
    'Send a test email',
    'Upgrade a project',
  ]);
});

describe.each(named)('%s', (_href, guide) => {
  it('links to pages and headings that exist', () => {
    const text = readFileSync(join(root, 'docs/guides', fileOf(guide)), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target =
        path === '' ? guide : guides.find(path.replace(/^\/guides\/?/, '').replace(/^\/integrations/, 'integrations'));
      return target === undefined || (anchor !== undefined && !target.sections.some(({ slug }) => slug === anchor));
    });
    expect(broken).toEqual([]);
  });
});

/** Those of some length, because short ones such as "The examples read this table" are alike by chance. */
function sentencesOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'list') return token['items'].flatMap((item: { tokens: Token[] }) => sentencesOf(item.tokens));
    if (token.type !== 'paragraph' && token.type !== 'text') return [];
    const sentences = plainText([token])
      .replaceAll(/\s+/g, ' ')
      .split(/(?<=[.:])\s+/);
    return sentences.filter((sentence) => sentence.length >= 40);
  });
}

const fileOf = ({ path, group }: Guide): string =>
  path === group ? `${path === '' ? '' : `${path}/`}index.md` : `${path}.md`;

describe('the examples', () => {
  let server: TestServer;
  let user: TestUser;
  let ref: string;
  let keys: { anon: string; service_role: string };
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basechart-guides-'));
    server = await startTestServer();
    user = await server.signUp();
    ref = await createProject(user, await createOrganization(user));
    keys = (await user.send('GET', `/api/platform/projects/${ref}/api-keys`)).json;
  });
  afterEach(async () => {
    await rowsOf(user, ref, cleanUp);
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the examples call the addresses and keys that readers have of their own; `/guides` explains them. */
  const variables = () => ({
    SERVER_URL: server.origin,
    AUTH_URL: `${server.origin}/auth/v1`,
    API_URL: `${server.origin}/project/${ref}/api`,
    PROJECT_AUTH_URL: `${server.origin}/project/${ref}/auth/v1`,
    API_KEY: keys.anon,
    SERVICE_KEY: keys.service_role,
  });

  /** With `fails`, Postgres answers with this code; with `rows`, the last result has this many. */
  async function runSql({ code, language }: GuideExample): Promise<void> {
    const [, word, value] = language.split(' ');
    expect([undefined, 'fails', 'rows'], code).toContain(word);
    const events = await query(user, ref, code);
    expect(sqlErrorOf(events)?.code, code).toBe(word === 'fails' ? value : undefined);
    if (word !== 'rows') return;
    const last = events.findLast((event) => event.type === 'columns')?.result;
    const rows = events.flatMap((event) => (event.type === 'rows' && event.result === last ? event.rows : []));
    expect(rows, code).toHaveLength(Number(value));
  }

  /** An example may import packages of this repository, and what belongs to Node. */
  async function runJavaScript({ code }: GuideExample): Promise<void> {
    const body = code.replaceAll(/^import (\{[^}]+\}) from '([^']+)';$/gm, "const $1 = await load('$2');");
    const known = variables();
    const work = new Function('load', ...Object.keys(known), `return (async () => { ${body} })();`);
    const load = (name: string) => import(/* @vite-ignore */ name);
    await expect(work(load, ...Object.values(known)), code).resolves.toBeUndefined();
  }

  const readJson = ({ code }: GuideExample): void => expect(JSON.parse(code)).toBeTypeOf('object');

  /** Configuration of other programs, which this repository does not have: only its form can be checked. */
  function readConfiguration({ code, language }: GuideExample): void {
    const count = (text: string) => code.split(text).length - 1;
    expect(count('{'), code).toBe(count('}'));
    if (language === 'ini')
      expect(code.split('\n').filter((line) => !/^(?:\[\w+\]|\w+=\S.*|)$/.test(line))).toEqual([]);
    else expect(code).toContain('127.0.0.1:3000');
  }

  /** Commands that start a server are read as the server reads them; all others run. */
  async function runShell({ code }: GuideExample): Promise<void> {
    const lines = code.split('\n');
    const starts = lines.filter((line) => line.includes('npm start'));
    const others = lines.filter((line) => !starts.includes(line)).join('\n');
    if (others.trim() !== '') await runInShell(others);
    for (const line of starts) {
      const [settings = '', args = ''] = line.split('npm start');
      const env = Object.fromEntries(
        [...settings.matchAll(/(\w+)=(?:'([^']*)'|(\S*))/g)].map(([, name, quoted, bare]) => [name, quoted ?? bare]),
      );
      // The server reads the file beside it, which the example has written into the folder of this test.
      if (env['BASECHART_FLAGS_FILE'] !== undefined)
        env['BASECHART_FLAGS_FILE'] = join(folder, env['BASECHART_FLAGS_FILE']);
      expect(() => readConfig(env, args.replace(/^ -- /, '').split(' ').filter(Boolean)), line).not.toThrow();
    }
  }

  async function runInShell(commands: string): Promise<void> {
    const ended = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...variables() },
    });
    await expect(ended, commands).resolves.toBeDefined();
  }

  async function run(example: GuideExample): Promise<void> {
    switch (example.language.split(' ')[0]) {
      case 'sql':
        return runSql(example);
      case 'javascript':
        return runJavaScript(example);
      case 'bash':
        return runShell(example);
      case 'json':
        return readJson(example);
      case 'caddy':
      case 'ini':
      case 'nginx':
        return readConfiguration(example);
      default:
        throw new Error(`An example without a language: ${example.code}`);
    }
  }

  /** Everything that examples have created, for the next page begins with an empty schema. */
  const cleanUp = `
    do $$ declare command text; begin
      foreach command in array (select coalesce(array_agg(format('drop %s if exists public.%I cascade',
          case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, relname)), '{}')
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')) loop execute command; end loop;
      foreach command in array (select coalesce(array_agg(format('drop sequence if exists public.%I', relname)), '{}')
        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S') loop execute command; end loop;
      foreach command in array (select coalesce(array_agg(format('drop extension if exists %I cascade', extname)), '{}')
        from pg_extension where extname not in ('plpgsql', 'pg_stat_statements')) loop execute command; end loop;
      foreach command in array (select coalesce(array_agg(format('drop type if exists public.%I cascade', typname)), '{}')
        from pg_type where typnamespace = 'public'::regnamespace and typtype in ('c', 'd', 'e', 'r')
          and (typrelid = 0 or exists (select from pg_class c where c.oid = typrelid and c.relkind = 'c'))) loop execute command; end loop;
      foreach command in array (select coalesce(array_agg(format('drop routine if exists %s cascade', oid::regprocedure)), '{}')
        from pg_proc where pronamespace = 'public'::regnamespace) loop execute command; end loop;
      foreach command in array (select coalesce(array_agg(format('drop schema %I cascade', nspname)), '{}')
        from pg_namespace where pg_get_userbyid(nspowner) = current_user
          and nspname not in ('public', 'extensions')) loop execute command; end loop;
      foreach command in array (select coalesce(array_agg(format('drop text search configuration public.%I cascade', cfgname)), '{}')
        from pg_ts_config where cfgnamespace = 'public'::regnamespace) loop execute command; end loop;
      foreach command in array (select coalesce(array_agg(format('drop text search dictionary public.%I cascade', dictname)), '{}')
        from pg_ts_dict where dictnamespace = 'public'::regnamespace) loop execute command; end loop;
    end $$`;

  const withExamples = named.filter(([, guide]) => examplesOf(guide).length > 0);

  it.each(withExamples)('of %s run', async (_href, guide) => {
    expect.hasAssertions();
    // The pages of the data API read one table, which their first page creates.
    const first = guides.find('data-api');
    const before = guide.group === 'data-api' && guide !== first && guide.path !== 'data-api/views' ? first : undefined;
    for (const example of before === undefined ? [] : examplesOf(before).slice(0, 1)) await run(example);
    for (const example of examplesOf(guide)) await run(example);
  });
});
