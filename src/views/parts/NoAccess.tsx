import Lock from 'lucide-react/icons/lock';
import { href } from '../../router/href.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Shown for a project of another user, or a deleted one: the platform does not distinguish the two. */
export const NoAccess = () => (
  <EmptyState
    page
    motif="closed"
    icon={<Lock />}
    title="You don’t have access to this project"
    action={
      <ButtonLink href={href('projects')} variant="primary">
        Back to projects
      </ButtonLink>
    }
  >
    It may have been deleted. Ask an organization owner for access.
  </EmptyState>
);
