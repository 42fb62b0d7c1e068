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
        title="This page does not exist"
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
