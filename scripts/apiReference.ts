/** Writes the pages of the API reference, `docs/guides/reference/api`, from the platform's own routes and schemas. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type * as v from 'valibot';
import { resources, type ResourceName } from '../src/contract/cache/resources.ts';
import { resourceSchemas } from '../src/contract/cache/resourceSchemas.ts';
import { startTestServer } from '../test/support/server.ts';
import { fieldsOf, type Field } from './reference/fields.ts';
import { operationNotes } from './reference/operationNotes.ts';
import { operationTitles } from './reference/operationTitles.ts';
import { isSchema, readRouteBodies, type DeclaredRoute } from './reference/routeBodies.ts';

export const referenceFolder = join(resolve(import.meta.dirname, '..'), 'docs/guides/reference/api');

interface Route {
  method: string;
  path: string;
}

const areas = [
  { name: 'profile', title: 'Profile and sessions', of: /^\/profile/, about: 'your profile, permissions and sessions' },
  { name: 'organizations', title: 'Organizations', of: /^\/organizations/, about: 'organizations and their members' },
  { name: 'tables', title: 'Tables and rows', of: /^\/projects\/:ref\/tables/, about: 'tables and their rows' },
  {
    name: 'queries',
    title: 'Queries',
    of: /^\/projects\/:ref\/(?:database|query-history|snippets)/,
    about: 'SQL, saved queries and the schema',
  },
  { name: 'projects', title: 'Projects', of: /^\/projects/, about: 'projects and their life' },
  { name: 'users', title: 'Users of a project', of: /^\/auth/, about: 'the users and the auth settings of a project' },
  { name: 'platform', title: 'Platform', of: /^/, about: 'the platform itself' },
] as const;

/** Where the functions are mounted whose routes are declared as `/`, which tells nothing. */
const mounts: Readonly<Record<string, string>> = {
  organizationRoutes: '/organizations',
  projectRoutes: '/projects',
  profileRoutes: '/profile',
  profileCommandRoutes: '/profile',
  accountSessionRoutes: '/profile/sessions',
  verificationRoutes: '/profile/verification',
  accessTokenRoutes: '/profile/tokens',
  accountDeletionRoutes: '/profile/deletion',
  supportRoutes: '/support',
};

const braced = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** The routes of the platform API, each once and below its base. */
export const platformRoutes = (routes: readonly Route[]): Route[] =>
  [
    ...new Map(
      routes
        .filter(({ method, path }) => method !== 'ALL' && /^\/api\/(?:platform|status)\b/.test(path))
        .map(({ method, path }) => ({
          method,
          path: path.replace(/^\/api(?:\/platform)?/, '').replace(/(.)\/$/, '$1'),
        }))
        .filter(({ path }) => !path.includes('*') && !path.startsWith('/telemetry'))
        .map((route) => [nameOf(route), route] as const),
    ).values(),
  ].toSorted(
    (one, other) => nameOf(one).length - nameOf(other).length || nameOf(one).localeCompare(nameOf(other), 'en'),
  );

const bodyOf = ({ method, path }: Route, declared: readonly DeclaredRoute[]) =>
  declared.find((route) => {
    if (route.method !== method) return false;
    const mount = mounts[route.madeBy];
    return mount === undefined
      ? route.path !== '/' && path.endsWith(route.path)
      : path === `${mount}${route.path === '/' ? '' : route.path}`;
  })?.body;

const answerOf = ({ method, path }: Route) => {
  if (method !== 'GET') return undefined;
  const known = Object.entries(resources).find(
    ([, resource]) => resource.path.replaceAll(/\{\w+\}/g, ':') === path.replaceAll(/:\w+/g, ':'),
  );
  return known && resourceSchemas[known[0] as ResourceName];
};

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

const fieldTable = (fields: readonly Field[]): string =>
  [
    '| Field | Type | Required |',
    '| --- | --- | --- |',
    ...fields.map(
      ({ name, type, isRequired }) => `| \`${cell(name)}\` | ${cell(type)} | ${isRequired ? 'yes' : 'no'} |`,
    ),
  ].join('\n');

function sectionOf(route: Route, declared: readonly DeclaredRoute[]): string {
  const { method, path } = route;
  const parts = [
    `## ${operationTitles[nameOf(route)] ?? `${method} ${braced(path)}`}`,
    `\`${method} ${braced(path)}\``,
  ];
  const note = operationNotes[nameOf(route)];
  if (note !== undefined) parts.push(note);
  const [body, answer] = [bodyOf(route, declared), answerOf(route)];
  const list = (title: string, schema: v.GenericSchema | undefined) => {
    const fields = schema === undefined ? [] : fieldsOf(schema);
    if (fields.length > 0) parts.push(title, fieldTable(fields));
  };
  if (body === undefined || isSchema(body)) list('The body:', body);
  else for (const [name, schema] of Object.entries(body)) list(`The body of \`${name}\`:`, schema);
  list('The answer:', answer);
  return parts.join('\n\n');
}

const front = (title: string, description: string, order: number): string =>
  `---\ntitle: ${title}\ndescription: ${description}\norder: ${order}\n---\n`;

const introduction = `${front('Platform API', 'Every endpoint of the API that the dashboard itself uses, with what it takes and answers.', 75)}
\`npm run reference\` writes these pages from the routes and schemas of the server.

## Addresses

Paths begin with \`/api/platform\` on a server with several organizations, and with \`/api\` on a self-hosted one.

## Who may call it

Send the access token of [a session](/guides/auth/sessions) as a bearer. What you may not see answers 404, as if it did not exist.

\`\`\`bash
curl --silent --include "$SERVER_URL/api/platform/organizations" | grep -i no_authorization
\`\`\`

## Errors of the platform

Each failure is JSON with \`code\`, \`message\` and \`request_id\`. See [the list of codes](/guides/reference/platform-errors).
`;

/** The pages by their file names. */
export async function apiReference(routes: readonly Route[]): Promise<Map<string, string>> {
  const declared = await readRouteBodies();
  const byArea = Map.groupBy(platformRoutes(routes), ({ path }) => areas.find(({ of }) => of.test(path))!);
  const pages = new Map([['index.md', introduction]]);
  for (const [order, area] of areas.entries()) {
    const sections = (byArea.get(area) ?? []).map((route) => sectionOf(route, declared));
    if (sections.length === 0) continue;
    const head = front(area.title, `Endpoints of the platform API for ${area.about}.`, order + 1);
    pages.set(`${area.name}.md`, `${[head, ...sections].join('\n\n').replace('---\n\n\n', '---\n\n')}\n`);
  }
  return pages;
}

if (import.meta.main) {
  const server = await startTestServer();
  try {
    const pages = await apiReference(server.routes);
    await mkdir(referenceFolder, { recursive: true });
    const changed: string[] = [];
    for (const file of await readdir(referenceFolder)) if (!pages.has(file)) await rm(join(referenceFolder, file));
    for (const [file, text] of pages) {
      const path = join(referenceFolder, file);
      if (existsSync(path) && (await readFile(path, 'utf8')) === text) continue;
      await writeFile(path, text);
      changed.push(`  docs/guides/reference/api/${file}`);
    }
    console.log(changed.length === 0 ? 'All pages are up to date.' : `Wrote:\n${changed.join('\n')}`);
  } finally {
    await server.stop();
  }
}
