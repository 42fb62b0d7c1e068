import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useRef, type SubmitEvent } from 'react';
import { css } from 'styled-system/css';
import {
  areSameFilters,
  filterOperators,
  filtersMax,
  operatorsOf,
  unaryOperators,
  type RowFilter,
  type RowFilters,
  type RowView,
} from '../../contract/tables/rows.ts';
import type { TableColumn } from '../../contract/tables/table.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { TextField } from '../ui/TextField.tsx';

const form = css({
  display: 'grid',
  gap: '2',
  paddingInline: '3',
  paddingBottom: '3',
  maxWidth: 'page.form',
  width: 'full',
  maxHeight: '[40vh]',
  overflowY: 'auto',
});
const line = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr) auto]', mdDown: '[minmax(0, 1fr) auto]' },
  gap: '2',
  alignItems: 'center',
});
const actions = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
const note = css({ textStyle: 'small', color: 'muted' });

/** How an empty text is typed: a field without a text is a line that was not filled in. */
export const emptyText = '""';

const asTyped = (filter: RowFilter): RowFilter =>
  filter.operator !== 'in' && !unaryOperators.has(filter.operator) && filter.value === ''
    ? { ...filter, value: emptyText }
    : filter;

const asMeant = (filter: RowFilter): RowFilter =>
  filter.operator !== 'in' && filter.value === emptyText ? { ...filter, value: '' } : filter;

export interface FilterPanelProps {
  columns: readonly TableColumn[];
  view: RowView;
  /** What is typed and not applied; null for the filters of the view. */
  draft: RowFilters | null;
  onTyped: (typed: RowFilters | null) => void;
  onApplied: (view: RowView) => void;
}

/** The filters of the rows: several conditions, and one in SQL. */
export function FilterPanel({ columns, view, draft, onTyped, onApplied }: FilterPanelProps) {
  const operatorsFor = (name: string) => operatorsOf(columns.find((one) => one.name === name)?.baseType ?? 'text');
  const firstName = columns[0]?.name ?? '';
  const first: RowFilter = { column: firstName, operator: operatorsFor(firstName)[0] ?? 'is null', value: '' };
  const applied: RowFilters = {
    filters: view.filters.length === 0 ? [first] : view.filters.map(asTyped),
    where: view.where,
  };
  const { filters, where } = draft ?? applied;
  const type = (typed: RowFilters) => onTyped(areSameFilters(typed, applied) ? null : typed);
  const setFilters = (typed: RowFilter[]) => type({ filters: typed, where });
  const applyButton = useRef<HTMLButtonElement>(null);
  const change = (at: number, changed: Partial<RowFilter>) =>
    setFilters(filters.map((filter, index) => (index === at ? { ...filter, ...changed } : filter)));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // A line that was not filled in is no condition.
    const wanted = filters.filter(({ operator, value }) => unaryOperators.has(operator) || value !== '').map(asMeant);
    onApplied({ ...view, filters: wanted, where: where.trim() });
  };
  return (
    <form className={form} aria-label="Filter rows" onSubmit={submit}>
      {filters.map(({ column, operator, value }, index) => (
        <div key={index} className={line} role="group" aria-label={`Filter ${index + 1}`}>
          <SelectField
            label="Column"
            hideLabel
            value={column}
            options={columns.map(({ name }) => ({ value: name, label: name }))}
            onValueChange={(name) => {
              const offered = operatorsFor(name);
              // A value is for a type: one operator may not be there for the other.
              change(index, { column: name, ...(!offered.includes(operator) && { operator: offered[0]! }) });
            }}
          />
          <SelectField
            label="Operator"
            hideLabel
            value={operator}
            options={[...new Set([...operatorsFor(column), operator])].map((name) => ({
              value: name,
              label: filterOperators[name],
            }))}
            onValueChange={(name) => change(index, { operator: name })}
          />
          {unaryOperators.has(operator) ? (
            <span />
          ) : (
            <TextField
              label="Value"
              hideLabel
              placeholder={operator === 'in' ? 'a, b, "with, comma"' : 'Value, or "" if empty'}
              value={value}
              onValueChange={(text) => change(index, { value: text })}
            />
          )}
          <IconButton
            label={`Remove filter ${index + 1}`}
            variant="text"
            icon={<X />}
            onClick={() => setFilters(filters.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <TextAreaField
        label="SQL condition"
        rows={2}
        placeholder="total > 100 and state is not null"
        spellCheck={false}
        value={where}
        onValueChange={(typed) => type({ filters, where: typed })}
      />
      <div className={actions}>
        <Button ref={applyButton} type="submit" size="small" variant="primary">
          Apply
        </Button>
        <Button
          size="small"
          icon={<Plus />}
          disabled={filters.length >= filtersMax}
          onClick={() => setFilters([...filters, first])}
        >
          Add filter
        </Button>
        <Button size="small" onClick={() => onApplied({ ...view, filters: [], where: '' })}>
          Clear
        </Button>
        {draft !== null && (
          <Button
            size="small"
            onClick={() => {
              // The button goes away with the changes.
              applyButton.current?.focus();
              onTyped(null);
            }}
          >
            Discard changes
          </Button>
        )}
        <span role="status" className={note}>
          {draft !== null && 'Your changes are not applied to the rows.'}
        </span>
      </div>
    </form>
  );
}
