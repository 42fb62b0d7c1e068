import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { projectActionsMachine } from '../../../src/machines/projects/projectActions/projectActions.machine.ts';
import { ProjectCommands } from '../../../src/views/parts/ProjectCommands.tsx';
import { ProjectDialogs } from '../../../src/views/parts/ProjectDialogs.tsx';
import { RestoreFailure } from '../../../src/views/parts/RestoreFailure.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { orders } from '../../fixtures/screen.ts';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';
import { projectActionsModel } from './projectActions.model.ts';

const app = startTestApp();

// Dialogs hide the page below them from screen readers, and from queries by role.
const press = (screen: Screen, text: string) => {
  fireEvent.click(screen.getByText(text));
};
const dialog = (screen: Screen) => within(screen.getByRole('alertdialog'));
const noDialog = (screen: Screen) => expect(screen.queryByRole('alertdialog')).toBeNull();
const button = (screen: Screen, name: RegExp) => dialog(screen).getByRole<HTMLButtonElement>('button', { name });
const confirm = /^(?:Pause|Restart|Delete) project$/;

const asking =
  (title: string, refused: string): ViewScript<typeof projectActionsMachine>['sees'][string] =>
  (screen, { context }) => {
    expect(dialog(screen).getByText(title)).toBeTruthy();
    expect(button(screen, /^Cancel$/).disabled).toBe(false);
    expect(dialog(screen).queryByText(refused) !== null).toBe(context.confirmFailure !== null);
  };
const working: ViewScript<typeof projectActionsMachine>['sees'][string] = (screen) => {
  expect(button(screen, confirm).getAttribute('aria-busy')).toBe('true');
  expect(button(screen, /^Cancel$/).disabled).toBe(true);
};

coverView(projectActionsModel, {
  view: (actions) => (
    <InApp app={app}>
      <ProjectCommands actions={actions} project={{ ...orders, status: 'ACTIVE_HEALTHY' }} />
      <ProjectCommands actions={actions} project={{ ...orders, status: 'INACTIVE' }} only={['restore']} />
      <RestoreFailure actions={actions} />
      <ProjectDialogs actions={actions} />
    </InApp>
  ),
  does: {
    'pause.requested': (_, screen) => press(screen, 'Pause'),
    'restart.requested': (_, screen) => press(screen, 'Restart'),
    'restore.requested': (_, screen) => press(screen, 'Restore project'),
    'deletion.requested': (_, screen) => press(screen, 'Delete project'),
    'name.typed': ({ text }, screen) => typeInto(dialog(screen).getByLabelText('Type “Orders” to confirm'), text),
    'status.fetched': 'elsewhere',
    'action.confirmed': (_, screen) => {
      fireEvent.click(button(screen, confirm));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(button(screen, /^Cancel$/));
    },
  },
  sees: {
    idle: (screen, { context }) => {
      noDialog(screen);
      expect(screen.queryByText('Could not restore the project') !== null).toBe(context.failure !== null);
    },
    confirmingPause: asking('Pause Orders?', 'Could not pause the project'),
    pausing: working,
    confirmingRestart: asking('Restart Orders?', 'Could not restart the project'),
    restarting: working,
    restoring: (screen) =>
      expect(screen.getByText('Restore project').closest('button')?.getAttribute('aria-busy')).toBe('true'),
    confirmingDeletion: (screen, { context }) => {
      expect(dialog(screen).getByText('Delete Orders?')).toBeTruthy();
      expect(button(screen, confirm).disabled).toBe(context.typed !== 'Orders');
      expect(dialog(screen).queryByText('Could not delete the project') !== null).toBe(context.confirmFailure !== null);
    },
    deleting: working,
    deleted: noDialog,
  },
});
