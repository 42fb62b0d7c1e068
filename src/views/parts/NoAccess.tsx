import Lock from 'lucide-react/icons/lock';
import { href } from '../../router/href.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from '../ui/PageLayout.tsx';

/** Shown for a project or organization of another user, or a deleted one: the platform does not distinguish the two. */
export const NoAccess = () => (
  <>
    <PageHeader title="No access" />
    <EmptyState
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
  </>
);
