import { fromCallback, fromPromise } from 'xstate';
import { authConfigMachine } from '../../machines/auth/authConfig/authConfig.machine.ts';
import { sectionOf } from '../../machines/auth/authConfig/authForm.ts';
import { watchLocation } from '../../router/location.ts';
import { changeConfig, readConfig, sendTestEmail } from '../../services/auth/authConfig.ts';
import { keepAuthDraft, loadAuthDraft } from '../../services/auth/authDraft.ts';

export default authConfigMachine.provide({
  actors: {
    watchSection: fromCallback(({ sendBack }) =>
      watchLocation(({ query }) => sendBack({ type: 'section.opened', section: sectionOf(query['section']) })),
    ),
    loadDraft: fromPromise(async ({ input }) => loadAuthDraft(input)),
    keepDraft: fromPromise(async ({ input }) => keepAuthDraft(input)),
    readConfig: fromPromise(({ input, signal }) => readConfig(input, signal)),
    changeConfig: fromPromise(({ input, signal }) => changeConfig(input, signal)),
    sendTestEmail: fromPromise(({ input, signal }) => sendTestEmail(input, signal)),
  },
});
