import { supportMailMachine } from '../../server/platform/support/supportMail.machine.ts';
import type { Model } from '../support/paths.ts';

export const supportMailModel: Model<typeof supportMailMachine> = {
  machine: supportMailMachine,
  input: () => ({ interval: 60_000 }),
  events: { 'request.filed': [{ type: 'request.filed' }] },
  answers: { next: [{ output: { found: true } }, { output: { found: false } }, { error: new Error('no connection') }] },
};
