import type { ProjectStatus } from '../../contract/projects/projectStatus.ts';

/** A status as text: what it means, and what the user can do about it. */
interface StatusLabels {
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
    text: 'The database does not start, or does not respond as expected. Try restarting the project.',
  },
  COMING_UP: {
    title: 'This project is being set up',
    text: 'It will be ready in a moment. This page updates automatically.',
  },
  GOING_DOWN: {
    title: 'This project is being deleted',
    text: 'Its database and all its data are being deleted.',
  },
  INACTIVE: {
    title: 'This project is paused',
    text: 'Your data is preserved. Restore the project to use it again.',
  },
  INIT_FAILED: { title: 'Project setup failed', text: 'Try again, or delete it and create another one.' },
  PAUSE_FAILED: {
    title: 'Could not pause this project',
    text: 'Restart the project to keep using it, or try pausing it again.',
  },
  PAUSING: { title: 'This project is being paused', text: 'Closing connections. Your data is preserved.' },
  REMOVED: { title: 'This project was deleted', text: 'Its database and all its data were deleted.' },
  RESIZING: {
    title: 'This project is being resized',
    text: 'It is unavailable while it is being resized. This page updates automatically.',
  },
  RESTARTING: {
    title: 'This project is restarting',
    text: 'It will be back in a moment. This page updates automatically.',
  },
  RESTORE_FAILED: {
    title: 'Could not restore this project',
    text: 'Your data is preserved. Try restoring the project again.',
  },
  RESTORING: {
    title: 'This project is being restored',
    text: 'It will be ready in a moment. This page updates automatically.',
  },
  UNKNOWN: {
    title: 'Project status unknown',
    text: 'Could not check the project. Retrying… If this persists, restart the project.',
  },
  UPGRADING: {
    title: 'This project is being upgraded',
    text: 'It is unavailable until the upgrade is done. This page updates automatically.',
  },
};
