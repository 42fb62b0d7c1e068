import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageRoots } from '../../scripts/house/addresses.ts';
import { refuseImport } from '../../scripts/house/layers.ts';
import { pageNames, pageOf } from '../../src/router/pages.ts';

const repository = resolve(import.meta.dirname, '../..');

describe('import directions', () => {
  const judge = (from: string, to: string, typeOnly = false) => refuseImport({ from, to, specifier: to, typeOnly });

  it.each([
    ['src/contract/projects/project.ts', 'src/contract/common/timing.ts'],
    ['src/contract/tables/rows.ts', 'src/contract/sql/query.ts'],
    ['src/contract/projects/freeLimit.ts', 'src/contract/organizations/organization.ts'],
    ['src/machines/sql/sqlRun/sqlRun.machine.ts', 'src/contract/projects/project.ts'],
    ['src/router/pages.ts', 'src/contract/shell/shortcuts.ts'],
    ['src/services/http/http.ts', 'src/contract/common/apiError.ts'],
    ['src/services/http/http.ts', 'src/services/browser/storage.ts'],
    ['src/services/sql/snippets.ts', 'src/services/http/http.ts'],
    ['src/machines/sql/sqlRun/sqlRun.machine.ts', 'src/machines/sql/sqlDraft/sqlDraft.machine.ts'],
    ['src/machines/sql/sqlRun/sqlRun.machine.ts', 'src/machines/parts/port.ts'],
    ['src/machines/shell/access/access.machine.ts', 'src/router/route.ts'],
    ['src/machines/app/app.machine.ts', 'src/machines/accounts/session/session.machine.ts'],
    ['src/machines/inspector/flowChart/flowChart.machine.ts', 'src/inspector/chart/drawing.ts'],
    ['src/views/projects/ProjectsScreen.tsx', 'src/router/href.ts'],
    ['src/views/projects/ProjectsScreen.tsx', 'src/machines/projects/projectList/projectList.selectors.ts'],
    ['src/views/projects/ProjectsScreen.tsx', 'src/machines/app/app.selectors.ts'],
    ['src/views/projects/ProjectsScreen.tsx', 'src/views/parts/useResource.ts'],
    ['src/views/parts/useResource.ts', 'src/machines/cache/cache/cache.selectors.ts'],
    ['src/views/parts/useResource.ts', 'src/views/ui/Button.tsx'],
    ['src/views/app/App.tsx', 'src/views/projects/ProjectsScreen.tsx'],
    ['src/views/inspector/Inspector.tsx', 'src/inspector/trace/trace.ts'],
    ['src/app/screens.ts', 'src/views/projects/ProjectsScreen.tsx'],
    ['src/app/screens.ts', 'src/app/sql/sql.flow.ts'],
    ['src/app/screens.ts', 'src/app/inspector/receiver.flow.ts'],
    ['src/main.tsx', 'src/inspector/trace/recorder.ts'],
    ['server/operator/chartFeed.ts', 'src/inspector/trace/recorder.ts'],
    ['server/start.ts', 'server/operator/chartFeed.ts'],
    ['src/app/sql/sql.flow.ts', 'src/services/sql/sqlRunner.ts'],
    ['src/app/sql/sql.flow.ts', 'src/app/parts/screenLibrary.ts'],
    ['src/main.tsx', 'src/views/app/App.tsx'],
    ['server/platform/projects.ts', 'src/contract/projects/project.ts'],
    ['test/server/projects/projects.test.ts', 'server/main.ts'],
    ['bench/main.ts', 'server/main.ts'],
  ])('%s may import %s', (from, to) => {
    expect(judge(from, to)).toBeNull();
  });

  it.each([
    [
      'src/contract/common/apiError.ts',
      'src/contract/projects/project.ts',
      'contract/common must not import contract/projects, which stands above it',
    ],
    [
      'src/contract/organizations/organization.ts',
      'src/contract/projects/project.ts',
      'contract/organizations must not import contract/projects: `contractAreas`',
    ],
    [
      'src/contract/sql/query.ts',
      'src/contract/tables/rows.ts',
      'contract/sql must not import contract/tables: `contractAreas`',
    ],
    ['src/contract/projects/project.ts', 'src/services/http/http.ts', 'contract must not import services'],
    ['src/contract/projects/project.ts', 'src/router/href.ts', 'contract must not import router'],
    ['src/contract/projects/project.ts', 'server/config.ts', 'contract must not import server'],
    ['src/router/href.ts', 'src/views/app/App.tsx', 'router must not import views'],
    ['src/router/href.ts', 'src/machines/app/app.machine.ts', 'router must not import machines'],
    ['src/router/href.ts', 'src/services/http/http.ts', 'router must not import services'],
    [
      'src/services/http/http.ts',
      'src/machines/accounts/session/session.machine.ts',
      'services must not import machines',
    ],
    ['src/services/http/http.ts', 'src/router/href.ts', 'services must not import router'],
    [
      'src/services/browser/storage.ts',
      'src/services/http/http.ts',
      'services/browser must not import services/http, which stands above it',
    ],
    [
      'src/services/http/http.ts',
      'src/services/sql/snippets.ts',
      'services/http must not import services/sql, which stands above it',
    ],
    [
      'src/services/sql/snippets.ts',
      'src/services/projects/projects.ts',
      'The area sql must not import the area projects',
    ],
    ['src/inspector/trace/trace.ts', 'src/machines/app/app.machine.ts', 'inspector must not import machines'],
    ['src/machines/sql/sqlRun/sqlRun.machine.ts', 'src/services/sql/sqlRunner.ts', 'machines must not import services'],
    ['src/machines/sql/sqlRun/sqlRun.machine.ts', 'src/app/sql/sql.flow.ts', 'machines must not import app'],
    ['src/machines/sql/sqlRun/sqlRun.machine.ts', 'src/views/app/App.tsx', 'machines must not import views'],
    [
      'src/machines/sql/sqlRun/sqlRun.machine.ts',
      'src/machines/projects/projectList/projectList.machine.ts',
      'The area sql must not import the area projects',
    ],
    [
      'src/machines/sql/sqlRun/sqlRun.machine.ts',
      'src/machines/app/app.machine.ts',
      'machines/sql must not import machines/app, which stands above it',
    ],
    [
      'src/machines/parts/port.ts',
      'src/machines/sql/sqlRun/sqlRun.machine.ts',
      'machines/parts must not import machines/sql, which stands above it',
    ],
    ['src/machines/sql/sqlRun/sqlRun.machine.ts', 'src/inspector/trace/trace.ts', 'The inspector can be removed'],
    ['src/machines/parts/port.ts', 'src/inspector/trace/trace.ts', 'The inspector can be removed'],
    ['src/machines/app/app.machine.ts', 'src/machines/inspector/inspector/inspector.machine.ts', 'can be removed'],
    ['src/views/ui/Button.tsx', 'src/inspector/trace/trace.ts', 'The inspector can be removed'],
    ['src/views/parts/trace.context.ts', 'src/inspector/trace/trace.ts', 'The inspector can be removed'],
    ['src/views/app/App.tsx', 'src/views/inspector/Inspector.tsx', 'The inspector can be removed'],
    ['src/app/startApp.ts', 'src/app/inspector/inspector.actor.ts', 'The inspector can be removed'],
    ['src/router/shortcuts.ts', 'src/contract/inspector/inspector.ts', 'The inspector can be removed'],
    ['src/boot.ts', 'src/inspector/trace/recorder.ts', 'The inspector can be removed'],
    ['server/storage.ts', 'server/operator/chartFeed.ts', 'The inspector can be removed'],
    ['server/start.ts', 'src/inspector/trace/recorder.ts', 'server must not import inspector'],
    ['src/views/app/App.tsx', 'src/services/http/http.ts', 'views must not import services'],
    ['src/views/app/App.tsx', 'src/app/screens.ts', 'views must not import app'],
    ['src/views/app/App.tsx', 'server/config.ts', 'views must not import server'],
    [
      'src/views/sql/SqlScreen.tsx',
      'src/views/projects/ProjectsScreen.tsx',
      'The area sql must not import the area projects',
    ],
    [
      'src/views/sql/SqlScreen.tsx',
      'src/machines/projects/projectList/projectList.selectors.ts',
      'The area sql must not import the area projects',
    ],
    [
      'src/views/sql/SqlScreen.tsx',
      'src/views/app/App.tsx',
      'views/sql must not import views/app, which stands above it',
    ],
    ['src/views/sql/SqlScreen.tsx', 'src/inspector/trace/trace.ts', 'The inspector can be removed'],
    [
      'src/views/ui/Button.tsx',
      'src/views/parts/useResource.ts',
      'views/ui must not import views/parts, which stands above it',
    ],
    ['src/views/ui/Button.tsx', 'src/machines/app/app.selectors.ts', 'The design system knows no flow'],
    [
      'src/app/sql/sql.flow.ts',
      'src/machines/projects/projectList/projectList.machine.ts',
      'The area sql must not import the area projects',
    ],
    ['src/app/sql/sql.flow.ts', 'src/services/projects/projects.ts', 'The area sql must not import the area projects'],
    ['src/app/sql/sql.flow.ts', 'src/app/screens.ts', 'app/sql must not import app/., which stands above it'],
    ['server/main.ts', 'src/services/http/http.ts', 'server must not import services'],
    ['server/main.ts', 'src/machines/accounts/session/session.machine.ts', 'server must not import machines'],
    ['server/main.ts', 'test/support/graph.ts', 'not part of the product'],
    ['src/main.tsx', 'scripts/house/layers.ts', 'not part of the product'],
    ['src/main.tsx', 'bench/main.ts', 'not part of the product'],
    ['src/views/app/App.tsx', 'src/views/app/Shell', 'needs its file extension'],
  ])('%s must not import %s', (from, to, why) => {
    expect(judge(from, to)).toContain(why);
  });

  it.each([
    ['server/http/errors.ts', 'server/common/errorCode.ts'],
    ['server/database/database.ts', 'server/database/tables.ts'],
    ['server/database/tables.ts', 'server/database/tables/project.tables.ts'],
    ['server/database/tables/project.tables.ts', 'src/contract/projectStatus.ts'],
    ['server/mail/settings.ts', 'server/common/settings.ts'],
    ['server/auth/bearer.ts', 'server/http/errors.ts'],
    ['server/auth/users.ts', 'server/auth/auth.tables.ts'],
    ['server/platform/access.ts', 'server/database/tables/project.tables.ts'],
    ['server/platform/telemetry.routes.ts', 'server/auth/bearer.ts'],
    ['server/projects/project.routes.ts', 'server/platform/access.ts'],
    ['server/projects/openProjects.ts', 'server/projects/lifecycle/projectLifecycle.ts'],
    ['server/projects/lifecycle/databaseWork.ts', 'server/projects/engines/engine.ts'],
    ['server/projects/queries/projectTarget.ts', 'server/projects/lifecycle/projectLifecycle.ts'],
    ['server/projects/dataApi/dataApi.routes.ts', 'server/projects/queries/query.routes.ts'],
    ['server/demo/demo.ts', 'server/http/http.env.ts'],
    ['server/start.ts', 'server/demo/demo.ts'],
    ['server/storage.ts', 'server/projects/engines/embedded/embeddedEngine.ts'],
  ])('of the server’s floors, %s may import %s', (from, to) => {
    expect(judge(from, to)).toBeNull();
  });

  it.each([
    ['server/common/settings.ts', 'server/http/errors.ts', 'server/common must not import server/http'],
    ['server/http/limitRate.ts', 'server/auth/authenticate.ts', 'server/http must not import server/auth'],
    [
      'server/http/log.ts',
      'server/projects/engines/engineError.ts',
      'server/http must not import server/projects/engines',
    ],
    ['server/http/listen.ts', 'server/config.ts', 'server/http must not import server'],
    [
      'server/database/tables/project.tables.ts',
      'server/projects/secrets/projectSecrets.ts',
      'server/tables must not import server/projects/secrets',
    ],
    [
      'server/database/tables/project.tables.ts',
      'server/database/tables/snippet.tables.ts',
      'server/tables must not import server/tables',
    ],
    ['server/auth/auth.tables.ts', 'server/auth/users.ts', 'server/tables must not import server/auth'],
    ['server/database/migrate.ts', 'server/http/errors.ts', 'server/database must not import server/http'],
    ['server/mail/mailer.ts', 'server/platform/support/supportMail.ts', 'server/mail must not import server/platform'],
    ['server/auth/users.ts', 'server/platform/profiles.ts', 'server/auth must not import server/platform'],
    ['server/platform/access.ts', 'server/projects/projects.ts', 'server/platform must not import server/projects'],
    [
      'server/projects/engines/engine.ts',
      'server/projects/databases/enginePool.ts',
      'server/projects/engines must not import server/projects/databases',
    ],
    [
      'server/projects/secrets/projectSecrets.ts',
      'server/projects/projects.ts',
      'server/projects/secrets must not import server/projects',
    ],
    [
      'server/projects/snippets/snippets.ts',
      'server/projects/queries/queryRuns.ts',
      'server/projects/snippets must not import server/projects/queries',
    ],
    [
      'server/projects/catalog/catalog.ts',
      'server/projects/queries/runQuery.ts',
      'server/projects/catalog must not import server/projects/queries',
    ],
    [
      'server/projects/databases/enginePool.ts',
      'server/projects/lifecycle/projectLifecycle.ts',
      'server/projects/databases must not import server/projects/lifecycle',
    ],
    [
      'server/projects/lifecycle/databaseWork.ts',
      'server/projects/queries/runQuery.ts',
      'server/projects/lifecycle must not import server/projects/queries',
    ],
    [
      'server/projects/queries/query.routes.ts',
      'server/projects/dataApi/dataApi.routes.ts',
      'server/projects/queries must not import server/projects/dataApi',
    ],
    [
      'server/projects/dataApi/dataApi.routes.ts',
      'server/projects/openProjects.ts',
      'server/projects/dataApi must not import server/projects',
    ],
    ['server/projects/projects.ts', 'server/demo/demo.ts', 'server/projects must not import server/demo'],
    ['server/demo/demo.ts', 'server/projects/projects.ts', 'server/demo must not import server/projects'],
    [
      'server/logs/logs.ts',
      'server/http/errors.ts',
      '`server/logs/` is a new folder of the server: it needs a row in `serverFolders`',
    ],
    [
      'server/projects/queues/queues.ts',
      'server/projects/engines/engine.ts',
      '`server/projects/queues/` is a new folder of the server: it needs a row in `projectFolders`',
    ],
    ['server/app.ts', 'server/logs/logs.ts', '`server/logs/` is a new folder'],
  ])('of the server’s floors, %s must not import %s, not even its types', (from, to, why) => {
    expect(judge(from, to)).toContain(why);
    expect(judge(from, to, true)).toContain(why);
  });

  it('a view takes the type of a machine, never the machine', () => {
    expect(judge('src/views/sql/SqlScreen.tsx', 'src/machines/sql/sql/sql.machine.ts', true)).toBeNull();
    expect(judge('src/views/sql/SqlScreen.tsx', 'src/machines/sql/sql/sql.machine.ts')).toContain('import type');
  });

  it.each([
    ['src/views/app/App.tsx', 'wouter', 'src/router/Link.tsx'],
    ['src/views/app/App.tsx', 'wouter/use-browser-location', 'src/router/useLocation.ts'],
    ['test/flows/accounts/session.test.ts', '@xstate/graph', 'test/support/graph.ts'],
    ['src/machines/accounts/session/session.machine.ts', 'ky', 'src/services/http/http.ts'],
    ['src/views/app/App.tsx', '@supabase/auth-js', 'src/services/accounts/auth.ts'],
    ['src/machines/accounts/session/session.machine.ts', 'react', 'src/views/app/App.tsx'],
    ['src/services/http/http.ts', 'node:fs', 'server/http/files.ts'],
    ['src/services/http/http.ts', 'pg', 'server/database/pool.ts'],
    ['src/router/Link.tsx', 'styled-system/css', 'src/views/app/App.tsx'],
  ])('%s must not import the package %s, as %s may', (from, specifier, home) => {
    const judgePackage = (file: string) => refuseImport({ from: file, to: null, specifier, typeOnly: false });
    expect(judgePackage(from)).toContain('has no place here');
    expect(judgePackage(home)).toBeNull();
  });
});

describe('addresses of pages', () => {
  it('begin as the paths of the pages table', () => {
    const roots = pageNames.flatMap((name) => pageOf(name).path.split('/')[1] || []);
    expect([...pageRoots].toSorted()).toEqual([...new Set(roots)].toSorted());
  });
});

describe('the linter, with this repository’s configuration', () => {
  /** Each file breaks exactly the rules listed; an empty list is a file that must pass. */
  const files: Record<string, { text: string; breaks: readonly string[] }> = {
    'src/contract/fine.ts': { text: `export const fine = 1;\n`, breaks: [] },
    'src/contract/cycleA.ts': {
      text: `import { b } from './cycleB.ts';\nexport const a = (): number => b();\n`,
      breaks: ['import(no-cycle)'],
    },
    'src/contract/cycleB.ts': {
      text: `import { a } from './cycleA.ts';\nexport const b = (): number => a();\n`,
      breaks: ['import(no-cycle)'],
    },
    'src/machines/sql/statically.ts': {
      text: `import { http } from '../../services/http/http.ts';\nexport const x = http;\n`,
      breaks: ['house(imports)'],
    },
    'src/machines/sql/dynamically.ts': {
      text: `export const x = () => import('../../services/http/http.ts');\n`,
      breaks: ['house(imports)'],
    },
    'src/machines/sql/byType.ts': {
      text: `export type X = typeof import('../../services/http/http.ts');\n`,
      breaks: ['house(imports)'],
    },
    'src/services/http/http.ts': { text: `export const http = 1;\n`, breaks: [] },
    'src/contract/again.ts': { text: `export { fine } from './fine.ts';\n`, breaks: ['house(no-barrels)'] },
    'src/contract/all.ts': { text: `export * from './fine.ts';\n`, breaks: ['house(no-barrels)'] },
    'src/contract/index.ts': { text: `export const named = 1;\n`, breaks: ['house(no-barrels)'] },
    'src/views/sql/Grid.tsx': { text: `export const width = '12px';\n`, breaks: ['house(no-raw-style)'] },
    'src/views/sql/Template.tsx': {
      text: 'export const at = (n: number) => `translate(4px, ${n}px)`;\n',
      breaks: ['house(no-raw-style)'],
    },
    'src/views/sql/Offset.tsx': { text: 'export const at = (n: number) => `translateY(${n}px)`;\n', breaks: [] },
    'src/views/sql/Colour.tsx': {
      text: `export const colours = ['#fff', 'oklch(60% 0 0)'];\n`,
      breaks: ['house(no-raw-style)'],
    },
    'src/views/sql/Hash.tsx': { text: `export const place = '#results';\n`, breaks: [] },
    'src/views/sql/Address.tsx': {
      text: 'export const at = (ref: string) => [`/project/${ref}/sql`, "/projects"];\n',
      breaks: ['house(no-typed-address)'],
    },
    'src/views/sql/NoAddress.tsx': { text: `export const texts = ['/', 'a/b', '/[a-z]/', '//'];\n`, breaks: [] },
    'src/services/sql/Address.ts': {
      text: 'export const at = (ref: string) => [`/project/${ref}/sql`, "/sign-in"];\n',
      breaks: ['house(no-typed-address)'],
    },
    'src/services/sql/apiPath.ts': {
      text: 'export const at = (ref: string) => [`/projects/${ref}/snippets`, "/status"];\n',
      breaks: [],
    },
    'src/inspector/address.ts': { text: `export const at = '/projects';\n`, breaks: ['house(no-typed-address)'] },
    'src/main.tsx': { text: `export const at = '/projects';\n`, breaks: ['house(no-typed-address)'] },
    'src/router/pages.ts': {
      text: `const pages = [\n  { path: '/project/:ref' },\n  { path: '/projects' },\n  { path: '/account/profile' },\n];\nexport const count = pages.length;\n`,
      breaks: [],
    },
    'src/views/sql/SiteAddress.tsx': {
      text: 'export const at = (site: string) => `${site}/account/profile`;\n',
      breaks: ['house(no-typed-address)'],
    },
    'src/views/sql/AddressPattern.tsx': {
      text: `export const refOf = (path: string) => /^\\/project\\/([^/]+)/.exec(path)?.[1];\n`,
      breaks: ['house(no-typed-address)'],
    },
    'src/views/sql/OtherAddress.tsx': {
      text: 'export const at = (url: string) => [`${url}/rest/v1`, `${url}/accounts`, /^\\/rest/];\n',
      breaks: [],
    },
    'server/auth/mail.ts': {
      text: 'export const page = (site: string) => `See ${site}/account/profile at once.`;\n',
      breaks: ['house(no-typed-address)'],
    },
    'server/auth/redirect.ts': {
      text: `export const to = (site: string) => site + '/projects';\n`,
      breaks: ['house(no-typed-address)'],
    },
    'server/auth/ownAddress.ts': {
      text: 'export const at = (site: string) => [`${site}/project/${site}/auth/v1`, `/verify`, /^\\/projects/];\n',
      breaks: [],
    },
    'server/auth/list.routes.ts': {
      text: `export const paths = ['/projects', '/projects/:ref', '/status'];\n`,
      breaks: [],
    },
    'server/auth/page.routes.ts': {
      text: `export const page = '/account/profile';\n`,
      breaks: ['house(no-typed-address)'],
    },
    'test/browser/sql/typed.test.ts': {
      text: 'export const at = (ref: string) => [`/project/${ref}?a=b`, `**/project/${ref}`];\n',
      breaks: ['house(no-typed-address)'],
    },
    'test/support/typedAddress.ts': {
      text: 'export const at = (site: string) => [`${site}/account/profile`, "/projects"];\n',
      breaks: ['house(no-typed-address)'],
    },
    'bench/typedAddress.ts': { text: `export const at = '/account/profile';\n`, breaks: ['house(no-typed-address)'] },
    'test/browser/sql/notTyped.test.ts': {
      text: 'export const at = (ref: string) => [`/platform/projects/${ref}`, "/project/", "#main a[href^=\\"/project/\\"]"];\n',
      breaks: [],
    },
    'test/router/typed.test.ts': { text: `export const at = '/account/profile';\n`, breaks: [] },
    'server/http/vague.ts': {
      text: `// Whoever asks\nexport const vague = 1;\n`,
      breaks: ['house(plain-words)'],
    },
    'src/contract/vagueBlock.ts': {
      text: `/**\n * Kept in a file of its\n * own.\n */\nexport const vague = 1;\n`,
      breaks: ['house(plain-words)'],
    },
    'src/contract/namesWord.ts': { text: '/** `nobody` is a name. */\nexport const nobody = 1;\n', breaks: [] },
    'src/contract/longComment.ts': {
      text: `/** ${'word '.repeat(30)}*/\nexport const long = 1;\n`,
      breaks: ['house(plain-words)'],
    },
    'src/contract/longLink.ts': {
      text: `// https://example.com/${'a'.repeat(120)}\nexport const long = 1;\n`,
      breaks: [],
    },
    'src/machines/sql/described.ts': {
      text: `export const chart = { description: 'Nobody listens.' };\n`,
      breaks: ['house(plain-words)'],
    },
    'src/machines/sql/toast.ts': {
      text: `export const toast = { title: 'Saved', description: 'Saved for good.' };\n`,
      breaks: ['house(plain-words)'],
    },
    'src/views/sql/VagueText.tsx': {
      text: 'export const Vague = () => <p>The query could not\n be saved.</p>;\n',
      breaks: ['house(plain-words)'],
    },
    'src/views/sql/VagueHelp.ts': {
      text: `export const vague = { description: 'Send email with a program of your own.' };\n`,
      breaks: ['house(plain-words)'],
    },
    'src/views/sql/VagueLabel.tsx': {
      text: 'export const Vague = () => <nav aria-label="The query goes on" />;\n',
      breaks: ['house(plain-words)'],
    },
    'src/views/sql/VagueTemplate.tsx': {
      text: 'export const vague = (name: string) => `The server of ${name} is out of reach.`;\n',
      breaks: ['house(plain-words)'],
    },
    'src/views/sql/PlainText.tsx': {
      text: 'export const Plain = () => <p id="nobody">Could not save the query.</p>;\n',
      breaks: [],
    },
    'server/http/vagueAnswer.ts': {
      text: `export const vague = 'Somebody else has it.';\n`,
      breaks: ['house(plain-words)'],
    },
    'src/views/sql/NativeTip.tsx': {
      text: 'export const Cut = ({ name }: { name: string }) => <span title={name}>{name}</span>;\n',
      breaks: ['house(own-tooltips)'],
    },
    'src/views/sql/nativeTip.ts': {
      text: `export const tell = (cell: HTMLElement) => {\n  cell.title = 'Changed';\n};\n`,
      breaks: ['house(own-tooltips)'],
    },
    'src/views/sql/nativeTipAttribute.ts': {
      text: `export const tell = (cell: HTMLElement) => cell.setAttribute('title', 'Changed');\n`,
      breaks: ['house(own-tooltips)'],
    },
    'src/views/sql/nativeTipProperty.ts': {
      text: `import { createElement } from 'react';\nexport const cell = createElement('td', { title: 'Changed' });\n`,
      breaks: ['house(own-tooltips)'],
    },
    'src/views/sql/OwnTip.tsx': {
      text: `import { Card } from '../ui/Card.tsx';\nexport const Own = () => (\n  <Card title="Frame">\n    <span data-tip="Changed">A</span>\n    <iframe title="Preview" sandbox="" />\n  </Card>\n);\ndocument.title = 'Own';\n`,
      breaks: [],
    },
    'src/contract/longFunction.ts': {
      text: `export function long(): void {\n${'  void 0;\n'.repeat(119)}}\n`,
      breaks: ['eslint(max-lines-per-function)'],
    },
    'server/http/fullFunction.ts': {
      text: `export function full(): void {\n${'  void 0;\n'.repeat(118)}}\n`,
      breaks: [],
    },
    'src/contract/excused.ts': {
      text: `// oxlint-disable-next-line no-debugger -- a reason\ndebugger;\n`,
      breaks: [],
    },
    'src/contract/unexcused.ts': {
      text: `// oxlint-disable-next-line no-debugger\ndebugger;\n`,
      breaks: ['house(reasoned-exceptions)'],
    },
    'src/views/ui/Rail.tsx': { text: `export const width = '48px';\n`, breaks: [] },
    'src/views/sql/Takes.tsx': {
      text: `import type { sqlMachine } from '../../machines/sql/sql/sql.machine.ts';\nexport type Machine = typeof sqlMachine;\n`,
      breaks: [],
    },
    'src/views/sql/Runs.tsx': {
      text: `import { sqlMachine } from '../../machines/sql/sql/sql.machine.ts';\nexport const machine = sqlMachine;\n`,
      breaks: ['house(imports)'],
    },
    'src/machines/sql/sql/sql.machine.ts': { text: `export const sqlMachine = 1;\n`, breaks: [] },
    'test/machines/graph.test.ts': { text: `import '@xstate/graph';\n`, breaks: ['house(imports)'] },
  };

  let folder: string;
  let found: Map<string, Set<string>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basechart house '));
    await cp(join(repository, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    await cp(join(repository, 'scripts/house'), join(folder, 'scripts/house'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
    for (const [path, { text }] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const oxlint = join(repository, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [oxlint, '--format', 'json', 'src', 'server', 'test', 'bench'],
      {
        cwd: folder,
      },
    ).catch((failed: { stdout: string }) => failed);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    found = new Map(Object.keys(files).map((path) => [path, new Set()]));
    for (const { code, filename } of diagnostics) found.get(filename)?.add(code);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(Object.entries(files).map(([path, { breaks }]) => ({ path, breaks })))(
    '$path breaks $breaks',
    ({ path, breaks }) => {
      expect([...found.get(path)!]).toEqual(breaks);
    },
  );
});
