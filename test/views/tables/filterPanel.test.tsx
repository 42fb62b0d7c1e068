import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { everyRow, type RowFilters, type RowView } from '../../../src/contract/tables/rows.ts';
import { FilterPanel, type FilterPanelProps } from '../../../src/views/tables/FilterPanel.tsx';
import { filterWords } from '../../../src/views/tables/filterWords.ts';
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

it('takes both ends of a range, or one of them, and keeps what was typed for another operator', () => {
  const applied = vi.fn<(view: RowView) => void>();
  render(<Panel view={everyRow} onApplied={applied} />);
  const choose = (operator: string) =>
    fireEvent.change(screen.getByLabelText('Operator'), { target: { value: operator } });
  const type = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  const filters = () => {
    fireEvent.submit(screen.getByRole('form'));
    return applied.mock.lastCall![0].filters.map((filter) => [filter.value, filterWords(filter)]);
  };
  choose('between');
  expect(filters()).toEqual([]);
  type('To', '9, "nine"');
  expect(filters()).toEqual([['"","9, ""nine"""', 'id is at most 9, "nine"']]);
  type('From', ' 2');
  expect(filters()).toEqual([['" 2","9, ""nine"""', 'id is between  2 and 9, "nine"']]);
  type('To', '');
  expect(filters()).toEqual([['" 2",""', 'id is at least  2']]);
  choose('not in');
  expect(filters()).toEqual([['" 2"', 'id is not one of  2']]);
  type('Value', '2, 3');
  choose('between');
  expect(filters()).toEqual([['2,3', 'id is between 2 and 3']]);
  choose('>');
  expect(filters()).toEqual([['2', 'id is greater than 2']]);
});

it('keeps a value with commas as one through a range, and more values than a range has', () => {
  render(<Panel view={everyRow} onApplied={vi.fn<(view: RowView) => void>()} />);
  const choose = (operator: string) =>
    fireEvent.change(screen.getByLabelText('Operator'), { target: { value: operator } });
  const shown = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const type = (text: string) => fireEvent.change(screen.getByLabelText('Value'), { target: { value: text } });
  type('Hopper, Grace');
  choose('between');
  expect([shown('From'), shown('To')]).toEqual(['Hopper, Grace', '']);
  choose('=');
  expect(shown('Value')).toBe('Hopper, Grace');
  choose('in');
  type('1,2,3');
  choose('between');
  expect([shown('From'), shown('To')]).toEqual(['1,2,3', '']);
  choose('=');
  expect(shown('Value')).toBe('1,2,3');
  // An empty text is no end of a range.
  type('""');
  choose('between');
  expect([shown('From'), shown('To')]).toEqual(['', '']);
});

it('offers what contains a text for text, and what contains a value for values that contain others', () => {
  render(<Panel view={everyRow} onApplied={vi.fn<(view: RowView) => void>()} />);
  const offered = (column: string) => {
    fireEvent.change(screen.getByLabelText('Column'), { target: { value: column } });
    const { options } = screen.getByLabelText<HTMLSelectElement>('Operator');
    return [...options].filter(({ text }) => text === 'contains').map(({ value }) => value);
  };
  expect([offered('name'), offered('id'), offered('notes')]).toEqual([['contains'], ['contains'], ['@>']]);
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
