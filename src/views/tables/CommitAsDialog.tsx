import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import { selectCommitsAs, selectStaged } from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { ofOtherRoles } from '../../machines/tables/stagedEdits/stagedRoles.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { roleWords } from './roleWords.ts';

/** Asks before changes are made with other rights than those that they were staged with. */
export function CommitAsDialog({ edits }: { edits: ActorRefFrom<typeof stagedEditsMachine> }) {
  const { dialog } = useConfirm(edits);
  const staged = useSelector(edits, selectStaged);
  const viewAs = useSelector(edits, selectCommitsAs);
  const others = ofOtherRoles(staged, viewAs);
  const roles = [...new Set(others.map(({ stagedAs }) => roleWords(stagedAs)))];
  const which =
    others.length === staged.rows.length
      ? countWords(others.length, 'change')
      : `${grouped(others.length)} of ${countWords(staged.rows.length, 'change')}`;
  const verb = others.length === 1 ? 'was' : 'were';
  const [it, are] = others.length === 1 ? ['it', 'is'] : ['they', 'are'];
  return (
    <ConfirmDialog
      {...dialog}
      open
      title={`Commit as ${roleWords(viewAs)}?`}
      confirmLabel={viewAs === null ? 'Commit with your own rights' : `Commit as ${roleWords(viewAs)}`}
      description={
        viewAs === null
          ? `${which} ${verb} staged as ${roles.join(' and ')}. With your own rights, ${it} ${are} made also where that role may not make ${others.length === 1 ? 'it' : 'them'}.`
          : `${which} ${verb} staged as ${roles.join(' and ')}. Now ${it} ${are} made with the rights of ${roleWords(viewAs)}.`
      }
    />
  );
}
