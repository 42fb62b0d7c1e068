import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';

/** Shown for an address without a page. */
export function NotFound() {
  useDocumentTitle('Page not found');
  return (
    <PageLayout width="small">
      <PageHeader title="Page not found" />
      <EmptyState
        title="There is nothing at this address"
        action={
          <ButtonLink href="/" variant="primary">
            Go to the dashboard
          </ButtonLink>
        }
      >
        It may have been moved or deleted, or the link has a fault.
      </EmptyState>
    </PageLayout>
  );
}
