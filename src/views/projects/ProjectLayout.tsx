import type { ReactNode } from 'react';
import { useProjectActions } from '../parts/useProjectActions.ts';
import { ProjectDialogs } from './ProjectDialogs.tsx';

/** The layout of every page of a project: it shows the dialogs of the project's commands. */
export default function ProjectLayout({ children }: { children: ReactNode }) {
  const actions = useProjectActions();
  return (
    <>
      {children}
      {actions && <ProjectDialogs actions={actions} />}
    </>
  );
}
