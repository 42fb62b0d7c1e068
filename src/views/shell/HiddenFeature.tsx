import EyeOff from 'lucide-react/icons/eye-off';
import { href } from '../../router/href.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageLayout } from '../ui/PageLayout.tsx';

/** Shown at an address whose feature is disabled, which a link or a bookmark may lead to. */
export default function HiddenFeature() {
  return (
    <PageLayout>
      <EmptyState
        icon={<EyeOff />}
        page
        motif="closed"
        title="Not available"
        action={
          <ButtonLink variant="primary" href={href('projects')}>
            Back to projects
          </ButtonLink>
        }
      >
        The server administrator has disabled this feature.
      </EmptyState>
    </PageLayout>
  );
}
