import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import {
  commandsAt,
  commandsFor,
  inactiveStatuses,
  transientStatuses,
  type ProjectCommandName,
  type ProjectStatus,
} from '../../contract/projects/projectStatus.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { selectFailure } from '../../machines/projects/projectActions/projectActions.selectors.ts';
import { href } from '../../router/href.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { useApp } from './app.context.ts';
import { DangerZone } from './DangerZone.tsx';
import { FreeLimitNotice } from './FreeLimitNotice.tsx';
import { ProjectCommands } from './ProjectCommands.tsx';
import { ProjectDetailsCard } from './ProjectDetailsCard.tsx';
import { RestoreFailure } from './RestoreFailure.tsx';
import { statusLabels } from './statusLabels.ts';
import { useFreeLimit } from './useFreeLimit.ts';
import type { ProjectActionsActor } from './useProjectActions.ts';

const column = css({ display: 'grid', gap: '4', justifyItems: 'start' });
const cards = css({ display: 'grid', gap: '6', gridTemplateColumns: '[minmax(0, 1fr)]' });
const words = css({ display: 'grid', gap: '1' });
const titleText = css({ textStyle: 'section' });
const bodyText = css({ color: 'muted', maxWidth: 'prose', textWrap: 'pretty' });
const reasonText = css({
  textStyle: 'mono',
  maxWidth: 'full',
  overflowWrap: 'anywhere',
  paddingBlock: '2',
  paddingInline: '3',
  background: 'sunken',
  border: 'hairline',
  borderRadius: 'medium',
});
const wide = css({ width: 'full', _empty: { display: 'none' } });

/** What makes the project usable again. */
const recoveries: readonly ProjectCommandName[] = ['restore', 'restart', 'pause'];

/** Statuses that last until the user does something. */
const withDetails: readonly ProjectStatus[] = ['INACTIVE', 'PAUSE_FAILED', 'RESTORE_FAILED'];

export interface UnavailableCardsProps {
  project: ProjectDetail;
  actions: ProjectActionsActor | undefined;
}

/** Why a project cannot be used now, and what the user can do. Its status is shown beside the page's heading. */
export default function UnavailableCards({ project, actions }: UnavailableCardsProps) {
  const { status, status_reason: reason } = project;
  const { platformMode } = useSelector(useApp(), selectConfig);
  const canRecover = recoveries.some((command) => commandsFor(status, platformMode).includes(command));
  const limit = useFreeLimit(project.ref, canRecover && inactiveStatuses.includes(status));
  const failure = useSelector(actions, (snapshot) => (snapshot ? selectFailure(snapshot) : null));
  if (status === 'ACTIVE_HEALTHY') return null;
  const { title, text } = statusLabels[status];
  const isOver = commandsAt[status].length === 0 && !transientStatuses.includes(status);
  return (
    <div className={cards}>
      <Card>
        <div className={column} role="status">
          <div className={words}>
            <h2 className={titleText}>{title}</h2>
            <p className={bodyText}>{text}</p>
          </div>
          {reason !== null && <p className={reasonText}>{reason}</p>}
          {actions && (
            <div className={wide}>
              <RestoreFailure actions={actions} />
            </div>
          )}
          {limit.isReached && limit.organization && !failure && (
            <div className={wide}>
              <FreeLimitNotice organization={limit.organization} />
            </div>
          )}
          {actions && (
            <ProjectCommands actions={actions} project={project} only={recoveries} urgent disabled={limit.isReached} />
          )}
          {(isOver || status === 'GOING_DOWN') && <ButtonLink href={href('projects')}>Back to projects</ButtonLink>}
        </div>
      </Card>
      {withDetails.includes(status) && <ProjectDetailsCard project={project} />}
      {actions && commandsFor(status, platformMode).includes('delete') && (
        <DangerZone actions={actions} project={project} />
      )}
    </div>
  );
}
