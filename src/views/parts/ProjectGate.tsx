import type { ReactNode } from 'react';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import { usableStatuses } from '../../contract/projects/projectStatus.ts';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonCards } from '../ui/SkeletonCards.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { failureTitles } from './failureTitles.ts';
import { NoAccess } from './NoAccess.tsx';
import { ProjectUnavailable } from './ProjectUnavailable.tsx';
import { ResourceError } from './ResourceError.tsx';
import { useProjectActions } from './useProjectActions.ts';
import { useResource } from './useResource.ts';

interface ProjectGateProps {
  projectRef: string;
  /** A screen that needs the project's database. */
  children: (project: ProjectDetail) => ReactNode;
  /** The screen in its own shape while the project loads. */
  skeleton?: ReactNode;
}

/** Shows a project's screen while the project can be used, and otherwise its status and what to do. */
export function ProjectGate({ projectRef, children, skeleton }: ProjectGateProps) {
  const project = useResource('project', { ref: projectRef });
  const actions = useProjectActions();
  switch (project.state) {
    case 'loading':
      return (
        skeleton ?? (
          <PageLayout>
            <SkeletonCards label="Loading the project" />
          </PageLayout>
        )
      );
    case 'failed':
      if (project.failure.code === 403 || project.failure.code === 404)
        return (
          <PageLayout>
            <NoAccess />
          </PageLayout>
        );
      return (
        <PageLayout width="form">
          <PageHeader title="Project" />
          <ResourceError title={failureTitles.project} read={project} />
        </PageLayout>
      );
    case 'ready':
      if (!usableStatuses.includes(project.data.status)) {
        return (
          <PageLayout>
            <PageHeader title={project.data.name} badge={<StatusBadge status={project.data.status} />} />
            <ProjectUnavailable project={project.data} actions={actions} />
          </PageLayout>
        );
      }
      return children(project.data);
  }
}
