import type { StagedChange } from '../../../contract/tables/stagedRow.ts';
import type { ViewAs } from '../../../contract/tables/viewAs.ts';
import { changeOf, type StagedDelta, type StagedRows } from './stagedRows.ts';

export const isSameRole = (one: ViewAs | null, other: ViewAs | null): boolean =>
  one?.role === other?.role && one?.user === other?.user;

/**
 * A step with whom it is made as. A change that was ever staged as a role stays one of a role: it would otherwise be
 * made with the developer's own rights without a question.
 */
export const stagedAs = (staged: StagedRows, delta: StagedDelta, viewAs: ViewAs | null): StagedDelta =>
  Object.fromEntries(
    Object.entries(delta).map(([row, change]) => {
      const role = viewAs ?? changeOf(staged, row)?.stagedAs;
      return [row, change && role ? { ...change, stagedAs: role } : change];
    }),
  );

export const isOfOtherRole = ({ stagedAs: role }: StagedChange, viewAs: ViewAs | null): boolean =>
  !isSameRole(role ?? null, viewAs);

/** The changes that were staged with other rights. */
export const ofOtherRoles = ({ changes }: StagedRows, viewAs: ViewAs | null): readonly StagedChange[] =>
  changes.filter((change) => isOfOtherRole(change, viewAs));
