import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { waitFor, type SnapshotFrom } from 'xstate';
import type { Catalog } from '../../../src/contract/projects/catalog.ts';
import type { sqlRemedyMachine } from '../../../src/machines/sql/sqlRemedy/sqlRemedy.machine.ts';
import { selectPhase } from '../../../src/machines/sql/sqlRun/sqlRun.selectors.ts';
import { OpenedRelations } from '../../../src/views/sql/ExposedRelations.tsx';
import { endedRun } from '../../fixtures/sqlRun.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { closing, sqlRemedyModel } from './sqlRemedy.model.ts';

type Snapshot = SnapshotFrom<typeof sqlRemedyMachine>;

const catalog: Catalog = {
  schemas: [
    {
      name: 'public',
      relations: [{ name: 'products', kind: 'table', remedy: closing.sql, columns: [] }],
      functions: [],
    },
  ],
  searchPath: ['public'],
};
const run = endedRun(closing.run, null, 'create table products (id int)');
await waitFor(run, (snapshot) => selectPhase(snapshot) === 'succeeded');

const button = (screen: Screen, name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });
const press = (screen: Screen, name: string) => {
  const found = button(screen, name);
  if (!found) return 'elsewhere' as const;
  fireEvent.click(found);
  return undefined;
};
const enable = 'Enable row level security';
const isBesideItsRun = ({ context }: Snapshot) => context.remedy.run === closing.run;
const earlier = 'Could not close what an earlier query opened';

const seesApplying = (canCancel: boolean) => (screen: Screen, snapshot: Snapshot) => {
  const own = isBesideItsRun(snapshot);
  expect(button(screen, enable)?.getAttribute('aria-busy')).toBe(own ? 'true' : null);
  expect(button(screen, 'Cancel') !== null).toBe(own && canCancel);
  expect(screen.queryByText(/^Could not cancel the change/) !== null).toBe(own && snapshot.context.failure !== null);
};

coverView(sqlRemedyModel, {
  view: (flow) => <OpenedRelations run={run} catalog={catalog} remedies={flow} onOpened={() => {}} />,
  does: {
    'remedy.requested': ({ remedy }, screen) => (remedy === closing ? press(screen, enable) : 'elsewhere'),
    'remedy.cancelled': (_, screen) => press(screen, 'Cancel'),
    'failure.dismissed': (_, screen) => press(screen, 'Dismiss'),
    'application.accepted': 'elsewhere',
  },
  sees: {
    'applying.sending': seesApplying(false),
    'applying.running': seesApplying(true),
    'applying.cancelling.asking': seesApplying(false),
    'applying.cancelling.stopping': seesApplying(false),
    applied: (screen, snapshot) => {
      expect(screen.queryByText(closing.text) !== null).toBe(isBesideItsRun(snapshot));
      expect(button(screen, enable) === null).toBe(isBesideItsRun(snapshot));
    },
    failed: (screen, snapshot) => {
      const { message } = snapshot.context.failure!;
      const own = isBesideItsRun(snapshot);
      expect(screen.queryByText(`Could not change this: ${message}`) !== null).toBe(own);
      expect(screen.queryByText(earlier) !== null).toBe(!own);
      expect(screen.queryByText(message) !== null).toBe(!own);
      expect(button(screen, enable)?.disabled).toBe(false);
    },
    offered: (screen) => {
      expect(screen.getByText('Row level security is off for products')).toBeTruthy();
      expect(screen.queryByText(/^Could not/)).toBeNull();
      expect(button(screen, enable)?.disabled).toBe(false);
    },
  },
});
