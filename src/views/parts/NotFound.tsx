import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageLayout } from '../ui/PageLayout.tsx';

/** Shown for an address without a page. */
export default function NotFound() {
  return (
    <PageLayout>
      <EmptyState
        page
        motif="missing"
        title="Page not found"
        action={
          <ButtonLink href="/" variant="primary">
            Back to dashboard
          </ButtonLink>
        }
      >
        The link may be broken, or the page was moved or deleted.
      </EmptyState>
    </PageLayout>
  );
}
