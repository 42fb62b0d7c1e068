import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor, type Actor } from 'xstate';
import {
  authConfigChangeSchema,
  type AuthConfig,
  type AuthConfigChange,
  type TestEmail,
} from '../../../src/contract/auth/authConfig.ts';
import type { AuthDraft } from '../../../src/contract/auth/authDraft.ts';
import { authConfigMachine, type SectionOpened } from '../../../src/machines/auth/authConfig/authConfig.machine.ts';
import {
  selectEditedSections,
  selectIsOvertaken,
  selectIsSaving,
  selectIsTesting,
  selectReadFailure,
} from '../../../src/machines/auth/authConfig/authConfig.selectors.ts';
import {
  authSections,
  formFor,
  readProviders,
  sectionFields,
  sectionOf,
  writeProviders,
  type AuthForm,
  type AuthSection,
} from '../../../src/machines/auth/authConfig/authForm.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { authConfigModel, overtaken, stored } from './authConfig.model.ts';

coverChart(authConfigModel);

describe('the auth settings of a project', () => {
  let read: ReturnType<typeof held<AuthConfig, { ref: string }>>;
  let change: ReturnType<typeof held<AuthConfig, { ref: string; change: AuthConfigChange }>>;
  let test: ReturnType<typeof held<TestEmail, { ref: string }>>;
  let port: ReturnType<typeof recordingPort>;
  let open: (section: AuthSection) => void;
  let clock: SimulatedClock;
  let draft: AuthDraft | null;
  let kept: { ref: string; draft: AuthDraft }[];
  let flow: Actor<typeof authConfigMachine>;
  const drafts = () => ({
    loadDraft: fromPromise<AuthDraft | null, { ref: string }>(() => Promise.resolve(draft)),
    keepDraft: fromPromise<void, { ref: string; draft: AuthDraft }>(async ({ input }) => {
      kept.push(input);
    }),
  });
  const editing = () => waitFor(flow, (snapshot) => snapshot.matches('editing'));
  const values = () => flow.getSnapshot().context.values;
  const type = <Field extends keyof AuthForm>(field: Field, value: AuthForm[Field]) =>
    flow.send({ type: 'field.changed', field, value } as Parameters<typeof flow.send>[0]);
  const submit = () => flow.send({ type: 'form.submitted' });

  beforeEach(async () => {
    read = held();
    change = held();
    test = held();
    port = recordingPort();
    clock = new SimulatedClock();
    draft = null;
    kept = [];
    flow = createActor(
      authConfigMachine.provide({
        actors: {
          ...drafts(),
          readConfig: read.logic,
          changeConfig: change.logic,
          sendTestEmail: test.logic,
          watchSection: fromCallback<SectionOpened, undefined>(({ sendBack }) => {
            open = (section) => sendBack({ type: 'section.opened', section });
          }),
        },
      }),
      { clock, input: { ...screenInput({ port }), params: { ref: 'abc' }, query: { section: 'urls' } } },
    ).start();
    await waitFor(flow, (snapshot) => snapshot.matches('reading'));
    read.last().answer(stored);
    await editing();
  });

  it('fill in the form: a list in lines, no secret, nothing for what is not set', () => {
    expect(values()).toMatchObject({
      URI_ALLOW_LIST: 'https://*.example.com/**\nferries://**',
      JWT_EXP: '3600',
      DISABLE_SIGNUP: false,
      SMTP_PASS: '',
    });
    expect(formFor({ ...stored, SMTP_HOST: null }).SMTP_HOST).toBe('');
  });

  it('are saved with only what was edited in the section, and the banners hear of it', async () => {
    type('SITE_URL', 'https://app.example.com/');
    open('sessions');
    type('JWT_EXP', ' 600 ');
    expect(selectEditedSections(flow.getSnapshot())).toBe('sessions urls');
    submit();
    expect(change.last().input).toEqual({ ref: 'abc', change: { JWT_EXP: 600, version: 1 } });
    expect(selectIsSaving(flow.getSnapshot())).toBe(true);
    change.last().answer({ ...stored, JWT_EXP: 600, version: 2 });
    await editing();
    expect(values()).toMatchObject({ SITE_URL: 'https://app.example.com/', JWT_EXP: '600' });
    expect(selectEditedSections(flow.getSnapshot())).toBe('urls');
    open('urls');
    submit();
    expect(change.last().input.change).toEqual({ SITE_URL: 'https://app.example.com/', version: 2 });
    change.last().answer({ ...stored, JWT_EXP: 600, SITE_URL: 'https://app.example.com', version: 3 });
    await editing();
    expect(selectEditedSections(flow.getSnapshot())).toBe('');
    expect(port.commands.slice(0, 2)).toEqual([
      { type: 'resource.changed', names: ['authConfig'], params: { ref: 'abc' } },
      { type: 'toast.requested', toast: { tone: 'success', title: 'Auth settings saved' } },
    ]);
  });

  it('are not sent while nothing is edited, or while a field is wrong', () => {
    submit();
    type('SITE_URL', 'app.example.com');
    submit();
    open('limits');
    for (const text of ['', 'many', '1.5', '-1']) {
      type('RATE_LIMIT_OTP', text);
      submit();
      expect(flow.getSnapshot().context.fieldErrors.RATE_LIMIT_OTP).toBe('Enter a whole number from 0 to 1,000,000.');
    }
    expect(change.calls).toHaveLength(0);
  });

  it('show at their fields what the server refuses, and stay edited', async () => {
    open('phone');
    type('EXTERNAL_PHONE_ENABLED', true);
    submit();
    const fields = { EXTERNAL_PHONE_ENABLED: 'Not without confirmed numbers.' };
    change.last().fail(Object.assign(new Error('Not like this.'), { code: 400, fields }));
    await editing();
    expect(flow.getSnapshot().context).toMatchObject({ fieldErrors: fields, failure: { message: 'Not like this.' } });
    open('urls');
    open('phone');
    expect(flow.getSnapshot().context).toMatchObject({ fieldErrors: fields, failure: null });
    expect(values().EXTERNAL_PHONE_ENABLED).toBe(true);
  });

  it('are discarded section by section', () => {
    type('SITE_URL', 'https://app.example.com');
    open('sign-in');
    type('DISABLE_SIGNUP', true);
    flow.send({ type: 'edits.discarded' });
    expect(values()).toMatchObject({ SITE_URL: 'https://app.example.com', DISABLE_SIGNUP: false });
  });

  it('that another user saved meanwhile are shown before edits overwrite them', async () => {
    type('SITE_URL', 'https://mine.example.com');
    submit();
    change.last().fail(overtaken);
    await waitFor(flow, (snapshot) => snapshot.matches('overtaking'));
    read.last().answer({ ...stored, SITE_URL: 'https://theirs.example.com', URI_ALLOW_LIST: '', version: 5 });
    await waitFor(flow, selectIsOvertaken);
    expect(values()).toMatchObject({ SITE_URL: 'https://mine.example.com', URI_ALLOW_LIST: '' });
    submit();
    expect(change.last().input.change).toEqual({ SITE_URL: 'https://mine.example.com', version: 5 });
    change.last().fail(overtaken);
    await waitFor(flow, (snapshot) => snapshot.matches('overtaking'));
    read.last().answer({ ...stored, SITE_URL: 'https://theirs.example.com', version: 6 });
    await waitFor(flow, selectIsOvertaken);
    flow.send({ type: 'edits.discarded' });
    expect(selectIsOvertaken(flow.getSnapshot())).toBe(false);
    expect(values().SITE_URL).toBe('https://theirs.example.com');
  });

  it('send a secret only where one was typed, and forget its text', async () => {
    open('smtp');
    type('SMTP_PASS', 'canary');
    submit();
    expect(change.last().input.change).toEqual({ SMTP_PASS: 'canary', version: 1 });
    change.last().answer({ ...stored, version: 2 });
    await editing();
    expect(values().SMTP_PASS).toBe('');
  });

  it('are tried out by a test email once they are saved', async () => {
    open('smtp');
    type('SMTP_HOST', 'mail.example.com');
    flow.send({ type: 'test.requested' });
    expect(test.calls).toHaveLength(0);
    flow.send({ type: 'edits.discarded' });
    flow.send({ type: 'test.requested' });
    expect(selectIsTesting(flow.getSnapshot())).toBe(true);
    test.last().fail(refusal);
    await editing();
    expect(flow.getSnapshot().context.testFailure?.message).toBe('Not like this.');
    flow.send({ type: 'test.requested' });
    expect(flow.getSnapshot().context.testFailure).toBeNull();
    test.last().answer({ sent_to: 'ada@example.com' });
    await editing();
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Test email sent to ada@example.com' } },
    ]);
  });

  /** The same page after a reload. */
  async function reload(config: AuthConfig): Promise<Actor<typeof authConfigMachine>> {
    const again = createActor(
      authConfigMachine.provide({
        actors: { ...drafts(), readConfig: read.logic, watchSection: fromCallback<SectionOpened, undefined>(() => {}) },
      }),
      { clock, input: { ...screenInput({ port }), params: { ref: 'abc' }, query: { section: 'smtp' } } },
    ).start();
    await waitFor(again, (snapshot) => snapshot.matches('reading'));
    read.last().answer(config);
    await waitFor(again, (snapshot) => snapshot.matches('editing'));
    return again;
  }
  /** What the browser keeps: without a pause in typing, as the page may be left at any moment. */
  async function keeps(): Promise<AuthDraft> {
    await waitFor(flow, (snapshot) => snapshot.matches({ editing: { draft: 'saved' } }));
    return kept.at(-1)!.draft;
  }

  it('survive a reload as they were typed, except secrets', async () => {
    type('SMTP_HOST', 'mail.example.com');
    type('SMTP_PASS', 'canary');
    type(
      'EXTERNAL_OIDC_PROVIDERS',
      writeProviders([{ id: 'acme', name: 'Acme', issuer: '', client_id: '', client_secret: 'canary' }]),
    );
    draft = await keeps();
    expect(JSON.stringify(draft)).not.toContain('canary');
    const again = (await reload(stored)).getSnapshot();
    expect(again.context.values).toMatchObject({ SMTP_HOST: 'mail.example.com', SMTP_PASS: '' });
    expect(readProviders(again.context.values.EXTERNAL_OIDC_PROVIDERS)).toMatchObject([{ id: 'acme', name: 'Acme' }]);
    expect([selectEditedSections(again), selectIsOvertaken(again)]).toEqual(['providers smtp', false]);
  });

  it('are kept as they are typed, as the page may be left at once', () => {
    type('SITE_URL', 'https://app.example.com');
    flow.stop();
    expect(kept.at(-1)).toEqual({ ref: 'abc', draft: { version: 1, edits: { SITE_URL: 'https://app.example.com' } } });
  });

  it('that another user changed before the reload are shown as such', async () => {
    type('SMTP_HOST', 'mail.example.com');
    draft = await keeps();
    const again = (await reload({ ...stored, version: 2 })).getSnapshot();
    expect(selectIsOvertaken(again)).toBe(true);
    expect(again.context.values.SMTP_HOST).toBe('mail.example.com');
  });

  it('are not kept once they are saved or discarded', async () => {
    type('SITE_URL', 'https://app.example.com');
    expect((await keeps()).edits).toEqual({ SITE_URL: 'https://app.example.com' });
    flow.send({ type: 'edits.discarded' });
    expect((await keeps()).edits).toEqual({});
  });

  it('take nothing from a draft that does not fit', async () => {
    draft = { version: 1, edits: { SMTP_HOST: true, SMTP_PASS: 'canary', unknown: 'x', constructor: 'x' } };
    expect((await reload(stored)).getSnapshot().context.values).toEqual(formFor(stored));
  });

  it('say why they could not be read', async () => {
    const other = createActor(
      authConfigMachine.provide({
        actors: { ...drafts(), readConfig: read.logic, watchSection: fromCallback<SectionOpened, undefined>(() => {}) },
      }),
      { input: { ...screenInput({ port }), params: { ref: 'abc' } } },
    ).start();
    await waitFor(other, (snapshot) => snapshot.matches('reading'));
    read.last().fail(refusal);
    await waitFor(other, (snapshot) => selectReadFailure(snapshot) !== null);
    other.send({ type: 'reading.retried' });
    expect(selectReadFailure(other.getSnapshot())).toBeNull();
  });
});

describe('the sections', () => {
  it('have each setting once, and every setting', () => {
    const shown = authSections.flatMap((section) => [...sectionFields[section]]);
    const settings = Object.keys(authConfigChangeSchema.entries).filter((name) => name !== 'version');
    expect(shown.toSorted()).toEqual(settings.toSorted());
  });

  it.each([
    [undefined, 'sign-in'],
    ['smtp', 'smtp'],
    ['constructor', 'sign-in'],
  ])('%s opens %s', (name, section) => {
    expect(sectionOf(name)).toBe(section);
  });
});
