// @vitest-environment happy-dom
/** What becomes of each call to the platform that is made while the server is unreachable. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf, type Failure } from '../../../src/contract/common/apiError.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { logViewIn } from '../../../src/contract/logs/logView.ts';
import { everyRow } from '../../../src/contract/tables/rows.ts';
import { createToken, listTokens, revokeToken } from '../../../src/services/accounts/accessTokens.ts';
import { deleteAccount, previewDeletion } from '../../../src/services/accounts/accountDeletion.ts';
import { endOtherSessions, endSession } from '../../../src/services/accounts/accountSessions.ts';
import { checkPassword } from '../../../src/services/accounts/passwordCheck.ts';
import { saveNames } from '../../../src/services/accounts/profileNames.ts';
import { giveProof, readProofRequest } from '../../../src/services/accounts/verification.ts';
import { compareClocks } from '../../../src/services/ambient/clock.ts';
import { readFlags } from '../../../src/services/ambient/flags.ts';
import { announceSignUp, tell, sendPageLeave } from '../../../src/services/ambient/telemetry.ts';
import {
  checkStatement,
  explainSql,
  followAnswer,
  formatSql,
  runTool,
} from '../../../src/services/assistant/answers.ts';
import { runBlock } from '../../../src/services/assistant/runBlock.ts';
import { changeConfig, readConfig, sendTestEmail } from '../../../src/services/auth/authConfig.ts';
import {
  changeUser,
  createUser,
  deleteUser,
  endUserSession,
  inviteUser,
  readUser,
  readUsers,
  removeUserFactor,
  sendUserEmail,
} from '../../../src/services/auth/projectUsers.ts';
import { writeStored } from '../../../src/services/browser/storage.ts';
import { readStatus, streamAnswer } from '../../../src/services/http/modelAnswers.ts';
import { createProfile, readResource } from '../../../src/services/http/platform.ts';
import { followServerFlows } from '../../../src/services/inspector/serverFlows.ts';
import { readLogs } from '../../../src/services/logs/logs.ts';
import {
  changeEndpoint,
  readEndpoint,
  removeEndpoint,
  testEndpoint,
} from '../../../src/services/organizations/assistantEndpoint.ts';
import { changePlan, createOrganization } from '../../../src/services/organizations/organizations.ts';
import {
  createProject,
  deleteProject,
  followProject,
  pauseProject,
  restartProject,
  restoreProject,
} from '../../../src/services/projects/projects.ts';
import { rememberRun } from '../../../src/services/sql/lastRuns.ts';
import { readRunning } from '../../../src/services/sql/runningQueries.ts';
import {
  deleteSnippet,
  readSnippet,
  renameSnippet,
  saveCopy,
  saveSnippet,
} from '../../../src/services/sql/snippets.ts';
import { attachToRun, cancelQuery, readOutcome, runQuery } from '../../../src/services/sql/sqlRunner.ts';
import { startedQuery } from '../../../src/services/sql/startedQuery.ts';
import { sendSupportRequest } from '../../../src/services/support/support.ts';
import { saveRows } from '../../../src/services/tables/exportRows.ts';
import { keepFile } from '../../../src/services/tables/importFiles.ts';
import { importFile } from '../../../src/services/tables/importRows.ts';
import { readTable } from '../../../src/services/tables/readTable.ts';
import { settleCommit } from '../../../src/services/tables/settleCommit.ts';
import { commitChanges, countRows, readRows, readValue } from '../../../src/services/tables/tableRows.ts';
import { dropTable, readDependants, readTables, truncateTable } from '../../../src/services/tables/tables.ts';
import {
  changeShape,
  createTable,
  duplicateTable,
  readShape,
  readShapeSuggestions,
} from '../../../src/services/tables/tableShapes.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

type Outcome =
  /** Until the server is back; the application says that something waits. */
  | 'waits'
  /** At once and in words, with nothing sent: whoever asked asks again, and what was typed stays. */
  | 'is refused'
  /** The user is told nothing, as nothing of theirs depends on it. */
  | 'is dropped';

const { signal } = new AbortController();
const endpoint = {
  baseUrl: 'https://api.example.com',
  modelName: 'm',
  contextTokens: '',
  apiKey: '',
  removesKey: false,
};
const ref = 'abc';
const snippet = { ref, id: 'one' };
const table = { ref, id: 16_400 };
const visited = { path: '/projects', href: '/projects', title: 'Projects' };

const calls: Readonly<Record<string, { outcome: Outcome; because: string; call: () => Promise<unknown> }>> = {
  readResource: {
    outcome: 'waits',
    because: 'a screen is waiting for it anyway',
    call: () => readResource({ ref: { name: 'projects', params: {} } }, signal),
  },
  followProject: {
    outcome: 'waits',
    because: 'the project goes on without the page',
    call: () => followProject({ ref }, () => {}, signal),
  },
  followServerFlows: {
    outcome: 'waits',
    because: 'the server goes on without the page',
    call: () => followServerFlows(() => {}, signal),
  },
  readOutcome: {
    outcome: 'waits',
    because: 'only the server knows what became of the query',
    call: () => readOutcome({ ref, id: 'run' }, signal),
  },
  readRunning: {
    outcome: 'waits',
    because: 'queries run on without the page',
    call: () => {
      const limits = { from: 0, line: 1, rowLimit: 100, timeLimitMs: 60_000 } as const;
      rememberRun({ ref, query: 'one' }, { id: 'run', startedAt: 1, ...limits });
      return readRunning({ ref }, signal);
    },
  },
  startedQuery: {
    outcome: 'waits',
    because: 'only the server has the text of an earlier run',
    call: () => startedQuery({ ref, start: { run: 'run' } }, signal),
  },
  attachToRun: {
    outcome: 'waits',
    because: 'the server keeps the run and its answer',
    call: () =>
      attachToRun(
        { ref, id: 'run' },
        () => {},
        () => {},
        signal,
      ),
  },
  checkPassword: {
    outcome: 'waits',
    because: 'it is a question',
    call: () => checkPassword({ password: 'correct horse' }, signal),
  },
  listTokens: { outcome: 'waits', because: 'the page is waiting for it anyway', call: () => listTokens(signal) },
  createToken: {
    outcome: 'is refused',
    because: 'the token is shown once, to a user who is looking',
    call: () => createToken({ name: 'Deploys', scopes: ['projects:read'], expires_in_days: 30 }, signal),
  },
  revokeToken: {
    outcome: 'is refused',
    because: 'the user must know that it still works',
    call: () => revokeToken({ id: 'token' }, signal),
  },
  readProofRequest: {
    outcome: 'waits',
    because: 'the dialog is waiting for it anyway',
    call: () => readProofRequest(signal),
  },
  giveProof: {
    outcome: 'is refused',
    because: 'the action behind it would follow much later',
    call: () => giveProof({ method: 'password', password: 'correct horse', code: '', factorId: '' }, signal),
  },
  previewDeletion: {
    outcome: 'waits',
    because: 'the page is waiting for it anyway',
    call: () => previewDeletion(signal),
  },
  deleteAccount: {
    outcome: 'is refused',
    because: 'it cannot be undone',
    call: () => deleteAccount({ confirmation: 'ada@example.com' }, signal),
  },
  readStatus: {
    outcome: 'waits',
    because: 'the panel is waiting for it anyway',
    call: () => readStatus({ ref }, signal),
  },
  streamAnswer: {
    outcome: 'is refused',
    because: 'the request stays, and the user asks again once the server is back',
    call: () =>
      streamAnswer({ ref, messages: [{ role: 'user', text: 'Hi' }], context: 'none' }, () => undefined, signal),
  },
  readEndpoint: {
    outcome: 'waits',
    because: 'the page is waiting for it anyway',
    call: () => readEndpoint({ slug: 'acme' }, signal),
  },
  changeEndpoint: {
    outcome: 'is refused',
    because: 'the form stays, and the user saves it once the server is back',
    call: () => changeEndpoint({ slug: 'acme', values: endpoint }, signal),
  },
  testEndpoint: {
    outcome: 'is refused',
    because: 'the user wants to know it now',
    call: () => testEndpoint({ slug: 'acme', values: endpoint }, signal),
  },
  removeEndpoint: {
    outcome: 'is refused',
    because: 'a deletion minutes later would surprise the user',
    call: () => removeEndpoint({ slug: 'acme' }, signal),
  },
  followAnswer: {
    outcome: 'is refused',
    because: 'the question stays, and the user asks again once the server is back',
    call: () =>
      new Promise((_, reject) => {
        followAnswer({
          ref,
          messages: [],
          level: 'none',
          screen: { tables: [], queries: [] },
          show: () => undefined,
          report: (fact) => reject(new FailureError((fact as { failure: Failure }).failure)),
        });
      }),
  },
  runTool: {
    outcome: 'is refused',
    because: 'the user allowed it for now',
    call: () => runTool({ ref, level: 'schema', call: { name: 'listTables', arguments: {} } }, signal),
  },
  checkStatement: {
    outcome: 'is refused',
    because: 'the user runs it again once the server is back',
    call: () => checkStatement({ ref, sql: 'select 1' }, signal),
  },
  explainSql: {
    outcome: 'is refused',
    because: 'the user asks again once the server is back',
    call: () => explainSql({ ref, sql: 'select 1' }, signal),
  },
  formatSql: {
    outcome: 'is refused',
    because: 'the user asks again once the server is back',
    call: () => formatSql({ ref, sql: 'select 1' }, signal),
  },
  runBlock: {
    outcome: 'is refused',
    because: 'it may change data',
    call: () => runBlock({ ref, sql: 'select 1', readOnly: false, statements: 1 }, signal),
  },
  createProfile: {
    outcome: 'waits',
    because: 'it comes to the same however late, and nobody asked for it',
    call: () => createProfile(signal),
  },

  createOrganization: {
    outcome: 'is refused',
    because: 'it would be made behind a form that says nothing of it',
    call: () => createOrganization({ name: 'Acme', kind: 'PERSONAL', tier: 'tier_free' }, signal),
  },
  changePlan: {
    outcome: 'is refused',
    because: 'the dialog says that nothing has changed',
    call: () => changePlan({ slug: 'acme', tier: 'tier_pro' }, signal),
  },
  createProject: {
    outcome: 'is refused',
    because: 'it would be made behind a form that says nothing of it',
    call: () =>
      createProject(
        {
          organization_slug: 'acme',
          name: 'Orders',
          db_pass: 'x',
          cloud_provider: 'AWS',
          region: 'us-west-1',
          data_api: true,
          automatic_rls: false,
        },
        signal,
      ),
  },
  pauseProject: { outcome: 'is refused', because: 'it interrupts others', call: () => pauseProject({ ref }, signal) },
  restartProject: {
    outcome: 'is refused',
    because: 'it interrupts others',
    call: () => restartProject({ ref }, signal),
  },
  restoreProject: {
    outcome: 'is refused',
    because: 'the project may have been deleted or paused again by then',
    call: () => restoreProject({ ref }, signal),
  },
  deleteProject: { outcome: 'is refused', because: 'it cannot be undone', call: () => deleteProject({ ref }, signal) },
  importFile: {
    outcome: 'is refused',
    because: 'the file and the choices stay, and the user sends them again',
    call: () =>
      importFile(
        {
          ref,
          source: keepFile(new File(['id'], 'a.csv')),
          request: {
            read: { format: 'delimited', encoding: 'utf-8', delimiter: ',', hasHeader: true, nullText: '' },
            target: { by: 'table', id: 1 },
            sources: ['id'],
            columns: [{ source: 0, name: 'id' }],
            onError: 'stop',
          },
        },
        { sent() {}, written() {}, rejected() {} },
        signal,
      ),
  },
  readTables: {
    outcome: 'waits',
    because: 'the list is waiting for it anyway',
    call: () => readTables({ ref, schema: 'public', search: '', withSizes: false, after: null }, signal),
  },
  readTable: {
    outcome: 'waits',
    because: 'the page is waiting for it anyway',
    call: () => readTable(table, signal),
  },
  readRows: {
    outcome: 'waits',
    because: 'the grid is waiting for them anyway',
    call: () => readRows({ ...table, view: everyRow, position: null, viewAs: null }, signal),
  },
  readValue: {
    outcome: 'waits',
    because: 'the editor of the value is waiting for it',
    call: () => readValue({ ...table, key: { id: '1' }, column: 'name', viewAs: null, maxBytes: null }, signal),
  },
  countRows: {
    outcome: 'is refused',
    because: 'the user asks again once the server is back',
    call: () => countRows({ ...table, view: everyRow, viewAs: null }, signal),
  },
  createTable: {
    outcome: 'is refused',
    because: 'what was typed stays, and the user sends it again',
    call: () =>
      createTable(
        {
          ref,
          table: { schema: 'public', name: 'boats', comment: '', rowSecurity: true, columns: [], constraints: [] },
        },
        signal,
      ),
  },
  readDependants: {
    outcome: 'waits',
    because: 'the question is waiting for it anyway, and can be cancelled',
    call: () => readDependants(table, signal),
  },
  readShapeSuggestions: {
    outcome: 'waits',
    because: 'the fields that it fills are of use without it',
    call: () => readShapeSuggestions({ ref, search: '' }, signal),
  },
  readShape: {
    outcome: 'waits',
    because: 'the form is waiting for it anyway',
    call: () => readShape(table, signal),
  },
  changeShape: {
    outcome: 'is refused',
    because: 'what was typed stays, and the user sends it again',
    call: () =>
      changeShape(
        {
          ...table,
          version: 'v1',
          shape: { name: 'boats', comment: '', rowSecurity: true, columns: [], constraints: [] },
        },
        signal,
      ),
  },
  truncateTable: {
    outcome: 'is refused',
    because: 'it cannot be undone',
    call: () => truncateTable({ ...table, restartIdentity: false }, signal),
  },
  duplicateTable: {
    outcome: 'is refused',
    because: 'what was typed stays, and the user sends it again',
    call: () => duplicateTable({ ...table, copy: { name: 'copy', rows: true } }, signal),
  },
  saveRows: {
    outcome: 'is refused',
    because: 'the user exports again once the server is back',
    call: () =>
      saveRows(
        { ...table, name: 'boats', view: everyRow, only: null, viewAs: null, columns: ['id'], format: 'csv' },
        () => {},
        signal,
      ),
  },
  dropTable: { outcome: 'is refused', because: 'it cannot be undone', call: () => dropTable(table, signal) },
  commitChanges: {
    outcome: 'is refused',
    because: 'the changes stay staged, and the user commits them again',
    call: () =>
      commitChanges(
        { ...table, commit: crypto.randomUUID(), viewAs: null, rows: [{ type: 'insert', values: {} }] },
        signal,
      ),
  },
  settleCommit: {
    outcome: 'waits',
    because: 'rows cannot be edited before it is known',
    call: () => settleCommit({ ref, commit: crypto.randomUUID() }, signal),
  },
  readUsers: {
    outcome: 'waits',
    because: 'a screen is waiting for it anyway',
    call: () => readUsers({ ref, filter: '', order: 'newest', limit: 50, after: null }, signal),
  },
  readLogs: {
    outcome: 'waits',
    because: 'a screen is waiting for it anyway',
    call: () => readLogs({ ref, view: logViewIn({}), before: null }, signal),
  },
  createUser: {
    outcome: 'is refused',
    because: 'it would be made behind a form that says nothing of it',
    call: () =>
      createUser({ ref, user: { email: 'ada@example.com', password: 'secret', email_confirm: true } }, signal),
  },
  changeUser: {
    outcome: 'is refused',
    because: 'the user must know whether the ban holds',
    call: () => changeUser({ ref, id: 'one', change: { banned: true } }, signal),
  },
  deleteUser: {
    outcome: 'is refused',
    because: 'the user must know whether it is gone',
    call: () => deleteUser({ ref, id: 'one' }, signal),
  },
  readUser: {
    outcome: 'waits',
    because: 'a screen is waiting for it anyway',
    call: () => readUser({ ref, id: 'one' }, signal),
  },
  inviteUser: {
    outcome: 'is refused',
    because: 'it would be sent behind a form that says nothing of it',
    call: () => inviteUser({ ref, invitation: { email: 'ada@example.com' } }, signal),
  },
  sendUserEmail: {
    outcome: 'is refused',
    because: 'the user must know whether it was sent',
    call: () => sendUserEmail({ ref, id: 'one', email: 'recovery' }, signal),
  },
  removeUserFactor: {
    outcome: 'is refused',
    because: 'the user must know whether it is gone',
    call: () => removeUserFactor({ ref, id: 'one', factor: 'one' }, signal),
  },
  endUserSession: {
    outcome: 'is refused',
    because: 'the user must know whether it has ended',
    call: () => endUserSession({ ref, id: 'one', session: null }, signal),
  },
  readConfig: {
    outcome: 'waits',
    because: 'a screen is waiting for it anyway',
    call: () => readConfig({ ref }, signal),
  },
  changeConfig: {
    outcome: 'is refused',
    because: 'the user must know which settings apply',
    call: () => changeConfig({ ref, change: { DISABLE_SIGNUP: true } }, signal),
  },
  sendTestEmail: {
    outcome: 'is refused',
    because: 'the user is waiting for the email',
    call: () => sendTestEmail({ ref }, signal),
  },
  endSession: {
    outcome: 'is refused',
    because: 'the user must know whether the device is signed out',
    call: () => endSession({ id: 'one' }, signal),
  },
  endOtherSessions: {
    outcome: 'is refused',
    because: 'the user must know whether the devices are signed out',
    call: () => endOtherSessions(signal),
  },
  saveNames: {
    outcome: 'is refused',
    because: 'the form keeps the names, and the user saves them again',
    call: () => saveNames({ first_name: 'Ada', last_name: '' }, signal),
  },
  deleteSnippet: { outcome: 'is refused', because: 'it cannot be undone', call: () => deleteSnippet(snippet, signal) },
  renameSnippet: {
    outcome: 'is refused',
    because: 'it would save a text that was read long before',
    call: () => renameSnippet({ ...snippet, name: 'Two' }, signal),
  },
  saveCopy: {
    outcome: 'is refused',
    because: 'each is another query',
    call: () => saveCopy({ ref, name: 'One', sql: '' }, signal),
  },
  saveSnippet: {
    outcome: 'is refused',
    because: 'its chart keeps the text, says so, and sends what it is when the network is back',
    call: () => saveSnippet({ ...snippet, body: { name: 'One', sql: '', base_version: 1 } }, { signal }),
  },
  readSnippet: {
    outcome: 'is refused',
    because: 'its chart shows what this computer has, and asks again',
    call: () => readSnippet(snippet, signal),
  },
  runQuery: {
    outcome: 'is refused',
    because: 'it might run when nobody wants it any more',
    call: () =>
      runQuery(
        { ref, body: { id: crypto.randomUUID(), sql: 'drop table a' } },
        () => {},
        () => {},
        signal,
      ),
  },
  cancelQuery: {
    outcome: 'is refused',
    because: 'its chart drops the connection instead',
    call: () => cancelQuery({ ref, id: 'run' }, signal),
  },
  sendSupportRequest: {
    outcome: 'is refused',
    because: 'it would be sent from a form that may be written anew by then',
    call: () => sendSupportRequest({ category: 'other', subject: 'Help', message: 'Please.' }, signal),
  },
  compareClocks: {
    outcome: 'is refused',
    because: 'a clock is compared with the present',
    call: () => compareClocks(signal),
  },
  readFlags: {
    outcome: 'is refused',
    because: 'the last good ones stay, and they are read again anyway',
    call: () => readFlags(signal),
  },

  tell: {
    outcome: 'is dropped',
    because: 'nothing waits for telemetry',
    call: () => tell({ kind: 'page', location: visited }, signal),
  },
  sendPageLeave: { outcome: 'is dropped', because: 'the page is gone', call: () => sendPageLeave(visited) },
  announceSignUp: {
    outcome: 'is dropped',
    because: 'nothing waits for telemetry',
    call: () => announceSignUp(visited, signal),
  },
};

let sent: number;
let waiting: number;

beforeEach(() => {
  sent = 0;
  waiting = 0;
  localStorage.clear();
  writeStored('telemetryConsent', true);
  vi.stubGlobal('fetch', async () => {
    sent += 1;
    return Response.json({});
  });
  vi.spyOn(console, 'error').mockReturnValue();
  provideTestRuntime({
    config: { platformMode: true, apiUrl: `${location.origin}/api` },
    accessToken: async () => 'a.b.c',
    isReachable: () => false,
    reachable: () => {
      waiting += 1;
      return Promise.reject(new Error('waited until the test was over'));
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('while the server is out of reach', () => {
  it.each(Object.entries(calls).map(([name, row]) => ({ name, ...row })))(
    '$name $outcome, because $because',
    async ({ outcome, call }) => {
      const ending = await call().then(
        () => 'came to an end',
        (error: unknown) => failureOf(error),
      );
      const refusal = expect.objectContaining({
        message: 'An error has occurred: the server is unreachable.',
        description: 'Nothing was sent.',
      });
      expect({ ending, waiting, sent }).toEqual(
        {
          waits: {
            ending: expect.objectContaining({ message: 'waited until the test was over' }),
            waiting: 1,
            sent: 0,
          },
          'is refused': { ending: refusal, waiting: 0, sent: 0 },
          'is dropped': { ending: 'came to an end', waiting: 0, sent: 0 },
        }[outcome],
      );
    },
  );

  it('every call has been thought of', async () => {
    const modules = import.meta.glob<Record<string, unknown>>('../../../src/services/**/*.ts');
    const sources = import.meta.glob<string>('../../../src/services/**/*.ts', {
      eager: true,
      query: '?raw',
      import: 'default',
    });
    const callers = Object.entries(sources)
      .filter(([, source]) => /from '[./]+(?:http\/)?(?:http|postOnce|upload)\.ts'/.test(source))
      .map(([path]) => modules[path]?.());
    const ofServices = (await Promise.all(callers)).flatMap((module) => Object.keys(module ?? {}));
    // What asks this browser alone, and what calls are made of.
    const others = [
      'isRefusal',
      'postOnce',
      'watchLeaving',
      'watchRuns',
      'loadSupportDraft',
      'saveSupportDraft',
      'deleteSupportDraft',
      'readBeginning',
      'saveRejected',
      'ImportLostError',
      'assistantPath',
      'answerFailure',
    ];
    expect(
      ofServices.filter((name) => !others.includes(name) && !Object.hasOwn(calls, name)),
      'exports of services that need a row in `calls`, or in `others` where they call nothing',
    ).toEqual([]);
    expect(
      [...Object.keys(calls), ...others].filter((name) => !ofServices.includes(name)),
      'rows of what no service exports',
    ).toEqual([]);
  });
});
