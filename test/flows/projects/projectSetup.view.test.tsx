import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import ProjectSetupScreen from '../../../src/views/projects/ProjectSetupScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { orders } from '../../fixtures/screen.ts';
import { coverView } from '../../support/coverView.ts';
import { projectSetupModel } from './projectSetup.model.ts';

const keys = { url: 'http://localhost:3000/api/abc', anon: 'anon-key', service_role: 'service-key' };

coverView(projectSetupModel, {
  view: (flow) => (
    <InApp app={startTestApp({ [`/projects/${orders.ref}/api-keys`]: keys }, { ref: orders.ref })}>
      <ProjectSetupScreen flow={flow} />
    </InApp>
  ),
  does: {
    'project.loaded': 'elsewhere',
    'project.loadFailed': 'elsewhere',
    'reading.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
  },
  sees: {
    unread: (screen, { context }) => {
      if (!context.project) expect(screen.getByRole('status', { name: 'Loading the project' })).toBeTruthy();
    },
    unreadable: (screen) => expect(screen.getByText('Could not load the project')).toBeTruthy(),
    building: (screen, { context }) => {
      expect(screen.queryByText('Could not check progress') !== null).toBe(context.failure !== null);
      const progress = screen.getByRole('status', { name: 'Setup progress' });
      const steps = within(progress)
        .getAllByRole('listitem')
        .map((step) => step.textContent);
      // A platform that does not say its steps shows none: nothing is ticked that nobody knows.
      expect(steps).toEqual(
        context.project?.setup
          ? ['Create the database, done420 ms', 'Start Postgres, in progress', '3Create roles and schemas']
          : ['Setting up the database'],
      );
      expect(screen.getByRole('heading', { name: 'API keys' })).toBeTruthy();
      expect(screen.getByRole('heading', { name: 'Connect your app' })).toBeTruthy();
    },
    failed: (screen) => {
      expect(screen.getByText('Project setup failed')).toBeTruthy();
      expect(screen.getByText('The disk is full.')).toBeTruthy();
    },
    built: (screen) => expect(screen.getByRole('heading', { name: 'Orders' })).toBeTruthy(),
  },
});
