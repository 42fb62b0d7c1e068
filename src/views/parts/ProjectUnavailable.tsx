import { createElement } from 'react';
import { useFloating } from '../ui/floatingParts.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { projectParts } from './projectParts.ts';
import type { StandstillCardsProps } from './StandstillCards.tsx';

function Cards(props: StandstillCardsProps) {
  const StandstillCards = useFloating(projectParts.standstill, true);
  return StandstillCards && createElement(StandstillCards, props);
}

/**
 * Why a project cannot be used now. Its code loads only then: most projects work. Where it does not load, the rest of
 * the page stays.
 */
export const ProjectUnavailable = (props: StandstillCardsProps) => (
  <ErrorBoundary>
    <Cards {...props} />
  </ErrorBoundary>
);
