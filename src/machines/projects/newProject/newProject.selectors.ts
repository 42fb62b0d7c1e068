import type { SnapshotFrom } from 'xstate';
import { isAtFreeLimit } from '../../../contract/projects/freeLimit.ts';
import { ownerIn, type FormBasis, type newProjectMachine } from './newProject.machine.ts';

type NewProjectSnapshot = SnapshotFrom<typeof newProjectMachine>;

/** While the form is sent, and once it succeeded, it shows what it was sent from. */
const basisOf = ({ context }: NewProjectSnapshot): FormBasis => context.sentFrom ?? context;

export const selectConfig = ({ context }: NewProjectSnapshot) => context.config;
export const selectValues = ({ context }: NewProjectSnapshot) => context.values;
export const selectFieldErrors = ({ context }: NewProjectSnapshot) => context.fieldErrors;
export const selectIsGenerated = ({ context }: NewProjectSnapshot) => context.isGenerated;
export const selectStrength = ({ context }: NewProjectSnapshot) => context.strength;
export const selectFailure = ({ context }: NewProjectSnapshot) => context.failure;
export const selectOrganizations = (snapshot: NewProjectSnapshot) => basisOf(snapshot).organizations;
export const selectOrganization = (snapshot: NewProjectSnapshot) => {
  const { organizations, slug } = basisOf(snapshot);
  return organizations?.find((organization) => organization.slug === slug);
};
/** The organization that will own the project, even before it exists; null while that is unknown. */
export const selectOwner = (snapshot: NewProjectSnapshot) => ownerIn(basisOf(snapshot));
/** The form also creates the user's first organization. */
export const selectNeedsOrganization = (snapshot: NewProjectSnapshot): boolean =>
  selectOwner(snapshot) !== null && selectOrganization(snapshot) === undefined;
export const selectPlan = ({ context }: NewProjectSnapshot) => context.plan;
export const selectIsUnavailable = (snapshot: NewProjectSnapshot): boolean =>
  snapshot.matches({ preparing: 'unavailable' });
/** The form can be shown: the organization of the project is known. */
export const selectIsReady = (snapshot: NewProjectSnapshot): boolean =>
  selectOwner(snapshot) !== null && !snapshot.matches('preparing') && !snapshot.matches('securing');

/** Whether this project would exceed what its organization's plan includes. The platform decides. */
export function selectIsAtFreeLimit(snapshot: NewProjectSnapshot): boolean {
  const { slug, organizations, projects } = basisOf(snapshot);
  return organizations !== null && isAtFreeLimit(slug, { organizations, projects });
}
