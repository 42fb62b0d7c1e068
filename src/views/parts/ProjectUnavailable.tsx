import { createElement } from 'react';
import { useFloating } from '../ui/floatingParts.ts';
import { projectParts } from './projectParts.ts';
import type { StandstillCardsProps } from './StandstillCards.tsx';

/** Why a project cannot be used now. Its code loads only then: most projects work. */
export function ProjectUnavailable(props: StandstillCardsProps) {
  const Cards = useFloating(projectParts.standstill, true);
  return Cards && createElement(Cards, props);
}
