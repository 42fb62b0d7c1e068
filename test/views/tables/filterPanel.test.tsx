import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { everyRow, type FilterDraft, type RowView } from '../../../src/contract/tables/rows.ts';
import { FilterPanel, type FilterPanelProps } from '../../../src/views/tables/FilterPanel.tsx';
import { boats } from '../../fixtures/tables.ts';

/** The panel, as the page keeps what is typed. */
function Panel({ view, onApplied }: Pick<FilterPanelProps, 'view' | 'onApplied'>) {
  const [draft, setDraft] = useState<FilterDraft | null>(null);
  return <FilterPanel columns={boats.columns} view={view} draft={draft} onTyped={setDraft} onApplied={onApplied} />;
}

it('tells an empty text from a line that was not filled in, and shows it so again', () => {
  const applied = vi.fn<(view: RowView) => void>();
  const panel = (view: RowView) => <Panel view={view} onApplied={applied} />;
  const { unmount } = render(panel(everyRow));
  fireEvent.submit(screen.getByRole('form'));
  expect(applied.mock.lastCall?.[0].filters).toEqual([]);
  fireEvent.change(screen.getByLabelText('Value'), { target: { value: '""' } });
  fireEvent.submit(screen.getByRole('form'));
  const view = applied.mock.lastCall![0];
  expect(view.filters).toMatchObject([{ operator: '=', value: '' }]);
  unmount();
  render(panel(view));
  expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('""');
});
