import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { ExportDialog } from '../../../src/views/tables/ExportDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import { exportRowsModel } from './exportRows.model.ts';

coverView(exportRowsModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <ExportDialog flow={flow} onClose={() => {}} />
    </InApp>
  ),
  does: {
    'format.chosen': ({ format }, screen) => {
      const field = screen.getByLabelText<HTMLSelectElement>('Format');
      if (field.disabled || field.value === format) return 'elsewhere';
      fireEvent.change(field, { target: { value: format } });
      return undefined;
    },
    'scope.chosen': ({ scope }, screen) => {
      const field = screen.getByLabelText<HTMLSelectElement>('Rows');
      if (field.disabled || field.value === scope) return 'elsewhere';
      fireEvent.change(field, { target: { value: scope } });
      return undefined;
    },
    'export.started': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: /^Export(?: again)?$/ }));
    },
    'export.cancelled': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Cancel export' }));
    },
    'rows.received': 'elsewhere',
    'file.saved': 'elsewhere',
    'export.failed': 'elsewhere',
  },
  sees: {
    choosing: (screen, { context: { format, scope, failure } }) => {
      expect(screen.getByLabelText<HTMLSelectElement>('Rows').value).toBe(scope);
      expect(screen.getByLabelText<HTMLSelectElement>('Format').value).toBe(format);
      expect(screen.queryByText('Could not export the rows') !== null).toBe(failure !== null);
    },
    exporting: (screen, { context: { rows, scope } }) => {
      // The filter has about 400 rows, and the selection 2.
      const total = scope === 'all' ? 400 : 2;
      const part = total > rows ? `, about ${(100 * rows) / total} %` : '';
      expect(screen.getByText(`${rows} rows received${part}`)).toBeTruthy();
      expect(screen.queryByRole('progressbar') !== null).toBe(part !== '');
    },
    saved: (screen, { context: { rows } }) => expect(screen.getByText(`${rows} rows exported`)).toBeTruthy(),
  },
});
