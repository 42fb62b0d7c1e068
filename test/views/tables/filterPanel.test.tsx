import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { everyRow, type RowFilters, type RowView } from '../../../src/contract/tables/rows.ts';
import { FilterPanel, type FilterPanelProps } from '../../../src/views/tables/FilterPanel.tsx';
import { boats } from '../../fixtures/tables.ts';

/** The panel, as the page keeps what is typed. */
function Panel({ view, onApplied }: Pick<FilterPanelProps, 'view' | 'onApplied'>) {
  const [draft, setDraft] = useState<RowFilters | null>(null);
  return <FilterPanel columns={boats.columns} view={view} draft={draft} onTyped={setDraft} onApplied={onApplied} />;
}

afterEach(cleanup);

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

it('says what is not applied, and takes it back', () => {
  const applied = vi.fn<(view: RowView) => void>();
  const view: RowView = { ...everyRow, filters: [{ column: 'name', operator: '=', value: 'Ada' }], where: 'id > 1' };
  render(<Panel view={view} onApplied={applied} />);
  const value = () => screen.getByLabelText<HTMLInputElement>('Value').value;
  const type = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  const notice = () => screen.getByRole('status').textContent;
  const discard = () => screen.queryByRole('button', { name: 'Discard changes' });
  expect([notice(), discard()]).toEqual(['', null]);
  type('Value', 'Grace');
  expect(notice()).toBe('Your changes are not applied to the rows.');
  // Typed back to what is applied, nothing is left to discard.
  type('Value', 'Ada');
  expect([notice(), discard()]).toEqual(['', null]);
  type('Value', 'Grace');
  type('SQL condition', 'id > 2');
  discard()!.focus();
  fireEvent.click(discard()!);
  expect([value(), screen.getByLabelText<HTMLTextAreaElement>('SQL condition').value]).toEqual(['Ada', 'id > 1']);
  expect([notice(), discard(), document.activeElement?.textContent]).toEqual(['', null, 'Apply']);
  expect(applied).not.toHaveBeenCalled();
});
