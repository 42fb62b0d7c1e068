import { fromPromise } from 'xstate';
import { storedDraftBy } from '../../../src/app/parts/storedDraft.ts';
import { entry } from '../../../src/services/browser/storage.ts';
import { invitationDraftSchema } from './invitation.ts';
import { invite, revoke } from './invitations.ts';
import { invitingMachine } from './inviting.machine.ts';

export default invitingMachine.provide({
  actors: {
    ...storedDraftBy(entry('invitation', invitationDraftSchema), ({ slug }: { slug: string }) => slug),
    invite: fromPromise(({ input, signal }) => invite(input, signal)),
    revoke: fromPromise(({ input, signal }) => revoke(input, signal)),
  },
});
