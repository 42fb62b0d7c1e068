import { useSelector } from '@xstate/react';
import type { projectStatusMachine } from '../../machines/projects/projectStatus/projectStatus.machine.ts';
import { selectActions } from '../../machines/projects/projectStatus/projectStatus.selectors.ts';
import { ProjectDialogs } from '../parts/ProjectDialogs.tsx';
import type { LayoutProps } from '../parts/screenViews.ts';

/** The layout of every page of a project: it shows the dialogs of the project's commands. */
export default function ProjectLayout({ flow, children }: LayoutProps<'project', typeof projectStatusMachine>) {
  const actions = useSelector(flow, selectActions);
  return (
    <>
      {children}
      {actions && <ProjectDialogs actions={actions} />}
    </>
  );
}
