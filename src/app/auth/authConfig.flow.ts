import { fromCallback, fromPromise } from 'xstate';
import { authConfigMachine } from '../../machines/auth/authConfig/authConfig.machine.ts';
import { sectionOf } from '../../machines/auth/authConfig/authForm.ts';
import { watchLocation } from '../../router/location.ts';
import { changeConfig, readConfig, sendTestEmail } from '../../services/auth/authConfig.ts';

export default authConfigMachine.provide({
  actors: {
    watchSection: fromCallback(({ sendBack }) =>
      watchLocation(({ query }) => sendBack({ type: 'section.opened', section: sectionOf(query['section']) })),
    ),
    readConfig: fromPromise(({ input, signal }) => readConfig(input, signal)),
    changeConfig: fromPromise(({ input, signal }) => changeConfig(input, signal)),
    sendTestEmail: fromPromise(({ input, signal }) => sendTestEmail(input, signal)),
  },
});
