import type { ReactNode } from 'react';
import { useProjectActions } from '../parts/useProjectActions.ts';
import { ProjectDialogs } from './ProjectDialogs.tsx';

/** Around every page of a project: the questions that its commands ask, wherever the user gives them. */
export default function ProjectLayout({ children }: { children: ReactNode }) {
  const actions = useProjectActions();
  return (
    <>
      {children}
      {actions && <ProjectDialogs actions={actions} />}
    </>
  );
}
