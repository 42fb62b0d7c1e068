import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { ImportPanel } from '../../../src/views/tables/ImportPanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { importRowsModel } from './importRows.model.ts';

const click = (name: string | RegExp) => (_: unknown, screen: Screen) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const pasted = (screen: Screen) => screen.getByLabelText<HTMLTextAreaElement>('Or paste rows');
const seesChoosing = (
  screen: Screen,
  { context }: { context: { text: string; draft: { file: string | null } | null } },
) => {
  expect(pasted(screen).value).toBe(context.text);
  expect(screen.queryByText(/^Choose .+ again$/) !== null).toBe(context.draft?.file != null);
};
const seesMapping = (
  screen: Screen,
  { context }: { context: { table: unknown; failure: unknown; problem: string | null; choices: { name: string } } },
) => {
  expect(screen.getAllByRole('group', { name: /^Column \d/ }).length).toBe(2);
  expect(within(screen.getByRole('region', { name: 'First rows of the file' })).getByText('Kiel')).toBeTruthy();
  expect(screen.queryByText('Nothing was imported') !== null).toBe(context.failure !== null);
  expect(screen.queryByText('Enter a name.') !== null).toBe(context.problem !== null);
  if (context.table === null) expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(context.choices.name);
};
const seesReading = (screen: Screen) => expect(screen.getByRole('status', { name: 'Reading the file' })).toBeTruthy();
const seesSettling = (screen: Screen) =>
  expect(screen.getByText('Checking whether the rows were imported')).toBeTruthy();
const choose = (screen: Screen, label: string, value: string) => {
  const field = screen.getByLabelText<HTMLSelectElement>(label);
  if (field.value === value) return 'elsewhere';
  fireEvent.change(field, { target: { value } });
  return undefined;
};

coverView(importRowsModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <ImportPanel flow={flow} onClose={() => {}} />
    </InApp>
  ),
  does: {
    'text.changed': ({ text }, screen) => {
      if (pasted(screen).value === text) return 'elsewhere';
      typeInto(pasted(screen), text);
      return undefined;
    },
    'source.chosen': ({ file }, screen) => {
      fireEvent.change(screen.getByLabelText('File to import'), { target: { files: [file] } });
    },
    'source.dropped': click('Choose another file'),
    'read.changed': ({ read }, screen) => choose(screen, 'Delimiter', read.delimiter),
    // `test/views/tables/importPanel.test.tsx` finds a table by its name.
    'target.chosen': 'elsewhere',
    'choices.changed': ({ choices }, screen) => {
      if (choices.onError === 'skip') {
        const skip = screen.getByRole<HTMLInputElement>('radio', { name: /^Skip bad rows/ });
        if (skip.checked) return 'elsewhere';
        fireEvent.click(skip);
        return undefined;
      }
      const name = screen.queryByLabelText<HTMLInputElement>('Name');
      if (name === null || name.value === choices.name) return 'elsewhere';
      typeInto(name, choices.name ?? '');
      return undefined;
    },
    'import.submitted': click(/^(?:Import rows|Create table and import)$/),
    'import.cancelled': click('Cancel import'),
    'skip.chosen': click('Import the good rows'),
    'import.revised': click('Change the import'),
    'rejected.requested': (_, screen) => {
      const save = screen.queryByRole('button', { name: 'Save bad rows as CSV' });
      if (save === null) return 'elsewhere';
      fireEvent.click(save);
      return undefined;
    },
    'table.requested': (_, screen) => {
      const open = screen.queryByRole('button', { name: 'Open table' });
      if (open === null) return 'elsewhere';
      fireEvent.click(open);
      return undefined;
    },
    'file.sent': 'elsewhere',
    'rows.written': 'elsewhere',
    'rows.rejected': 'elsewhere',
    'import.ended': 'elsewhere',
    'import.refused': 'elsewhere',
    'import.lost': 'elsewhere',
  },
  sees: {
    loadingDraft: seesReading,
    receiving: seesReading,
    reading: seesReading,
    choosing: seesChoosing,
    unread: (screen) => expect(screen.getByText('Could not read the file')).toBeTruthy(),
    mapping: seesMapping,
    running: (screen, { context: { sent, rows } }) =>
      expect(
        screen.getByText(sent < 1 ? `Sending harbors.csv: ${sent * 100} %` : new RegExp(`^${rows} rows written`)),
      ).toBeTruthy(),
    settling: seesSettling,
    waiting: seesSettling,
    refused: (screen) => expect(screen.getByText(/^Nothing was imported: \d bad row/)).toBeTruthy(),
    imported: (screen, { context: { end } }) => expect(screen.getByText(`${end?.rows} rows imported`)).toBeTruthy(),
  },
});
