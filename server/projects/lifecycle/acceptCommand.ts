import { initialTransition, transition } from 'xstate';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { lifecycleMachine, type ProjectCommand, type ProjectState } from './lifecycle.machine.ts';
import { selectStatus } from './lifecycle.selectors.ts';

/** The status that the chart leads to after a command; null when the current status does not allow it. */
export function acceptCommand(state: ProjectState, command: ProjectCommand): ProjectStatus | null {
  const [start] = initialTransition(lifecycleMachine, { ref: '' });
  const [before] = transition(lifecycleMachine, start, { type: 'project.found', ...state });
  return before.can(command) ? selectStatus(transition(lifecycleMachine, before, command)[0]) : null;
}
