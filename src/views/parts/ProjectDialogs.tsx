import { useSelector } from '@xstate/react';
import { createElement } from 'react';
import { selectIsConfirming } from '../../machines/projects/projectActions/projectActions.selectors.ts';
import { useFloating } from '../ui/floatingParts.ts';
import { projectParts } from './projectParts.ts';
import type { ProjectActionsActor } from './useProjectActions.ts';

/** The confirmation dialogs for operations on a project, shown over any of its pages. They load with the first one. */
export function ProjectDialogs({ actions }: { actions: ProjectActionsActor }) {
  const Confirmations = useFloating(projectParts.confirmations, useSelector(actions, selectIsConfirming));
  return Confirmations && createElement(Confirmations, { actions });
}
