import type { ProjectStatus } from '../../contract/projects/projectStatus.ts';

/** A status as text: what it means, and what the user can do about it. */
export interface StatusLabels {
  title: string;
  text: string;
}

/**
 * The texts that replace a project's screens in every status in which they cannot work, and that are shown above them
 * when they work only partly.
 */
export const statusLabels: Readonly<Record<Exclude<ProjectStatus, 'ACTIVE_HEALTHY'>, StatusLabels>> = {
  ACTIVE_UNHEALTHY: {
    title: 'This project is unhealthy',
    text: 'Its database does not start, or does not answer as it should. Restarting it helps in most cases.',
  },
  COMING_UP: {
    title: 'This project is being set up',
    text: 'It will be ready in a moment. This page goes on by itself.',
  },
  GOING_DOWN: {
    title: 'This project is being deleted',
    text: 'Its database and everything in it are being removed. There is nothing to do.',
  },
  INACTIVE: {
    title: 'This project is paused',
    text: 'Its data is kept, and nothing can reach it. Restore the project to use it again.',
  },
  INIT_FAILED: { title: 'This project could not be set up', text: 'Try again, or delete it and create another one.' },
  PAUSE_FAILED: {
    title: 'This project could not be paused',
    text: 'Restart it to go on using it, or try to pause it again.',
  },
  PAUSING: { title: 'This project is being paused', text: 'Its connections are being closed. Its data is kept.' },
  REMOVED: { title: 'This project has been deleted', text: 'Nothing of it is left.' },
  RESIZING: {
    title: 'This project is being resized',
    text: 'It is out of reach until it has its new size. This page goes on by itself.',
  },
  RESTARTING: {
    title: 'This project is restarting',
    text: 'It is out of reach for a moment. This page goes on by itself.',
  },
  RESTORE_FAILED: { title: 'This project could not be restored', text: 'Its data is kept. Try to restore it again.' },
  RESTORING: {
    title: 'This project is being restored',
    text: 'It will be ready in a moment. This page goes on by itself.',
  },
  UNKNOWN: {
    title: 'The state of this project is not known',
    text: 'The platform cannot say how it is; it is asked again every few seconds. If that goes on, restart the project.',
  },
  UPGRADING: {
    title: 'This project is being upgraded',
    text: 'It is out of reach until the upgrade is done. This page goes on by itself.',
  },
};
