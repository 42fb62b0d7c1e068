import { assign, sendTo } from 'xstate';
import {
  authConfigChangeSchema,
  type AuthConfig,
  type AuthConfigChange,
  type TestEmail,
} from '../../../contract/auth/authConfig.ts';
import type { AuthDraft } from '../../../contract/auth/authDraft.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { keptAtOnce, loadDraft } from '../../parts/draft.ts';
import { cannotFail, keepThrown, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import {
  changeOf,
  draftOf,
  editedNames,
  formFor,
  rebase,
  sectionOf,
  withDraft,
  type AuthForm,
  type AuthSection,
} from './authForm.ts';

interface AuthConfigContext extends FormContext<AuthForm, keyof AuthForm>, Pick<ScreenInput, 'port'> {
  ref: string;
  /** The section that the address names. */
  section: AuthSection;
  /** The section that is being saved. */
  submitted: AuthSection;
  /** The stored settings; null before they are read. */
  config: AuthConfig | null;
  /** The edits of before a reload, until the settings are read. */
  draft: AuthDraft | null;
  /** Why the last test email was not sent. */
  testFailure: Failure | null;
}

/** The address names another section. */
export interface SectionOpened {
  type: 'section.opened';
  section: AuthSection;
}

type AuthConfigEvent =
  | FormEvent<AuthForm>
  | SectionOpened
  | { type: 'reading.retried' }
  | { type: 'edits.discarded' }
  | { type: 'test.requested' };

const requestOf = ({ values, config, section }: AuthConfigContext): AuthConfigChange | null =>
  config === null ? null : changeOf(values, config, section);

const form = formOf({ schema: authConfigChangeSchema, request: requestOf });

const isEdited = ({ values, config, section }: AuthConfigContext): boolean =>
  config !== null && editedNames(values, config, section).length > 0;

const keepOpened = { type: 'keepSection', params: ({ event }: { event: SectionOpened }) => event } as const;

const keepRead = {
  type: 'keepConfig',
  params: ({ event }: { event: { output: AuthConfig } }) => ({ config: event.output }),
} as const;

export const authConfigMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'authConfig'>,
    context: {} as AuthConfigContext,
    events: {} as AuthConfigEvent,
    tags: {} as 'busy',
  },
  actors: {
    loadDraft: unprovided<AuthDraft | null, { ref: string }>('loadDraft'),
    keepDraft: unprovided<void, { ref: string; draft: AuthDraft }>('keepDraft'),
    watchSection: unprovidedSource<SectionOpened>('watchSection'),
    readConfig: unprovided<AuthConfig, { ref: string }>('readConfig'),
    changeConfig: unprovided<AuthConfig, { ref: string; change: AuthConfigChange }>('changeConfig'),
    sendTestEmail: unprovided<TestEmail, { ref: string }>('sendTestEmail'),
  },
  guards: {
    /** The settings have changed since the draft was written. */
    isDraftOutdated: ({ context: { draft } }, { config }: { config: AuthConfig }) =>
      draft !== null && Object.keys(draft.edits).length > 0 && draft.version !== config.version,
    isComplete: ({ context }) => isEdited(context) && form.isComplete({ context }),
    isOvertaken: (_, { error }: { error: unknown }) => failureOf(error).code === 409,
    canTest: ({ context }) => context.config?.ENABLE_SMTP === true && !isEdited(context),
  },
  actions: {
    ...form.actions<AuthConfigEvent>(),
    keepSection: assign((_, { section }: { section: AuthSection }) => ({ section })),
    keepSubmitted: assign(({ context }) => ({ submitted: context.section })),
    takeDraft: assign((_, { draft }: { draft: AuthDraft | null }) => ({ draft })),
    keepConfig: assign(({ context }, { config }: { config: AuthConfig }) => ({
      config,
      values:
        context.config === null
          ? withDraft(formFor(config), context.draft)
          : rebase(context.values, { from: context.config, to: config }),
    })),
    keepSaved: assign(({ context }, { config }: { config: AuthConfig }) => ({
      config,
      values: rebase(context.values, { from: context.config ?? config, to: config, saved: context.submitted }),
    })),
    discardEdits: assign(({ context }) => ({
      values:
        context.config === null
          ? context.values
          : rebase(context.values, { from: context.config, to: context.config, saved: context.section }),
    })),
    keepTestFailure: assign((_, { error }: { error: unknown }) => ({ testFailure: failureOf(error) })),
    clearTestFailure: assign({ testFailure: null }),
    /** The errors of the fields stay beside them. */
    clearFailures: assign({ failure: null, testFailure: null }),
    announceChange: sendTo(({ context }) => context.port, successToast('Auth settings saved')),
    announceTest: sendTo(
      ({ context }) => context.port,
      (_, { address }: { address: string }) => successToast(`Test email sent to ${address}`),
    ),
    refreshBanners: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceChanged('authConfig', { ref: context.ref }),
    ),
  },
}).createMachine({
  id: 'authConfig',
  description:
    "The settings of a project's auth service, which the page shows in sections. Edits survive a reload, except secrets.",
  context: ({ input: { port, params, query } }) => ({
    port,
    ref: params.ref,
    section: sectionOf(query['section']),
    submitted: 'sign-in',
    config: null,
    draft: null,
    values: formFor(null),
    fieldErrors: {},
    failure: null,
    testFailure: null,
  }),
  invoke: { id: 'section', src: 'watchSection', onError: cannotFail.watching },
  on: {
    'section.opened': {
      actions: keepOpened,
      description: 'Edits of the other sections stay.',
    },
  },
  initial: 'loadingDraft',
  states: {
    loadingDraft: loadDraft<AuthDraft>()
      .by(({ ref }: AuthConfigContext) => ({ ref }))
      .to('reading'),
    reading: {
      entry: 'clearFailure',
      invoke: {
        id: 'config',
        src: 'readConfig',
        input: ({ context: { ref } }) => ({ ref }),
        onDone: [
          {
            guard: { type: 'isDraftOutdated', params: ({ event }) => ({ config: event.output }) },
            target: '#authConfig.editing.basis.overtaken',
            actions: keepRead,
            description: 'The edits of before the reload are based on settings that are no longer stored.',
          },
          { target: 'editing', actions: keepRead },
        ],
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'reading.retried': { target: 'reading' } } },
    editing: {
      type: 'parallel',
      on: {
        'field.changed': { target: '.draft.keeping', reenter: true, actions: keepChange },
        'form.submitted': submitTo('saving'),
        'section.opened': {
          actions: [keepOpened, 'clearFailures'],
          description: 'A failure is about the section that was left. Edits of the other sections stay.',
        },
        'edits.discarded': {
          target: ['.basis.current', '.draft.keeping'],
          actions: ['discardEdits', 'clearFailure'],
          description: 'The fields of the section show what is stored.',
        },
      },
      states: {
        basis: {
          initial: 'current',
          states: {
            current: {
              on: {
                'test.requested': {
                  guard: 'canTest',
                  target: '#authConfig.testing',
                  description: 'The email is sent with the stored settings, so they have to be the shown ones.',
                },
              },
            },
            overtaken: {
              description: 'Another user has saved settings meanwhile. The user looks at them before saving again.',
            },
          },
        },
        draft: {
          initial: 'keeping',
          description:
            'The browser stores every change at once, so that none is lost where the page is left, without what was saved meanwhile.',
          states: keptAtOnce(
            ({ values, config }: AuthConfigContext) => draftOf(values, config),
            ({ ref }: AuthConfigContext) => ({ ref }),
          ),
        },
      },
    },
    saving: {
      tags: 'busy',
      entry: ['keepSubmitted', 'clearTestFailure'],
      invoke: {
        id: 'change',
        src: 'changeConfig',
        input: ({ context }) => ({ ref: context.ref, change: requestOf(context) ?? {} }),
        onDone: {
          target: 'editing',
          actions: [
            { type: 'keepSaved', params: ({ event }) => ({ config: event.output }) },
            'refreshBanners',
            'announceChange',
          ],
        },
        onError: [
          {
            guard: { type: 'isOvertaken', params: ({ event }) => event },
            target: 'overtaking',
            description: 'The edits are based on settings that are no longer stored.',
          },
          { target: 'editing', actions: keepThrown, description: 'The edits stay.' },
        ],
      },
    },
    overtaking: {
      tags: 'busy',
      invoke: {
        id: 'config',
        src: 'readConfig',
        input: ({ context: { ref } }) => ({ ref }),
        onDone: { target: '#authConfig.editing.basis.overtaken', actions: keepRead },
        onError: onFailure('editing', 'The edits stay.'),
      },
    },
    testing: {
      tags: 'busy',
      entry: 'clearTestFailure',
      invoke: {
        id: 'test',
        src: 'sendTestEmail',
        input: ({ context: { ref } }) => ({ ref }),
        onDone: {
          target: 'editing',
          actions: { type: 'announceTest', params: ({ event }) => ({ address: event.output.sent_to }) },
        },
        onError: {
          target: 'editing',
          actions: { type: 'keepTestFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});
