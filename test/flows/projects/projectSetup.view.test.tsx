import { fireEvent } from '@testing-library/react';
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
    unreadable: (screen) => expect(screen.getByText('The project could not be loaded')).toBeTruthy(),
    building: (screen, { context }) => {
      expect(screen.queryByText('How far it is cannot be said now') !== null).toBe(context.failure !== null);
      expect(screen.getByRole('status', { name: 'Being set up' }).textContent).toContain(
        'A Postgres database of its own',
      );
      expect(screen.getByRole('heading', { name: 'API keys' })).toBeTruthy();
      expect(screen.getByRole('heading', { name: 'Use it from a program' })).toBeTruthy();
    },
    failed: (screen) => {
      expect(screen.getByText('This project could not be set up')).toBeTruthy();
      expect(screen.getByText('The disk is full.')).toBeTruthy();
    },
    built: (screen) => expect(screen.getByRole('heading', { name: 'Orders' })).toBeTruthy(),
  },
});
