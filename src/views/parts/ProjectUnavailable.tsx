import { createElement } from 'react';
import { useFloating } from '../ui/floatingParts.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { projectParts } from './projectParts.ts';
import type { UnavailableCardsProps } from './UnavailableCards.tsx';

function Cards(props: UnavailableCardsProps) {
  const UnavailableCards = useFloating(projectParts.unavailable, true);
  return UnavailableCards && createElement(UnavailableCards, props);
}

/**
 * Why a project cannot be used now. Its code loads only then: most projects work. Where it does not load, the rest of
 * the page stays.
 */
export const ProjectUnavailable = (props: UnavailableCardsProps) => (
  <ErrorBoundary>
    <Cards {...props} />
  </ErrorBoundary>
);
