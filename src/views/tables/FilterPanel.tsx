import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef, type SubmitEvent } from 'react';
import { css } from 'styled-system/css';
import { listText, listValues, rangeEnds } from '../../contract/tables/filterValues.ts';
import {
  areSameFilters,
  filterOperators,
  filtersMax,
  listOperators,
  operatorsOf,
  unaryOperators,
  type FilterOperator,
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
import { emptyText, takesOne } from './filterWords.ts';

const form = css({
  display: 'grid',
  gap: '2',
  paddingInline: '3',
  // Room for the outline of the field that has the focus.
  paddingTop: '1',
  paddingBottom: '3',
  maxWidth: 'page.form',
  width: 'full',
  maxHeight: '[40vh]',
  overflowY: 'auto',
});
const line = css({
  display: 'grid',
  gridTemplateColumns: {
    base: '[minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.5fr) auto]',
    mdDown: '[minmax(0, 1fr) minmax(0, 1fr) auto]',
  },
  // The value is below its column and operator, with what removes all three beside it.
  mdDown: {
    '& > :nth-child(2)': { gridColumn: '[2 / -1]' },
    '& > :nth-child(3)': { gridColumn: '[1 / 3]' },
  },
  gap: '2',
  alignItems: 'center',
});
const range = css({ display: 'grid', gridTemplateColumns: '[1fr auto 1fr]', gap: '1', alignItems: 'center' });
/** As high as a field until it is filled in. */
const condition = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr)]',
  gap: '2',
  alignItems: 'center',
  textStyle: 'mono',
  color: 'muted',
  '& textarea': { minHeight: 'control.medium' },
});
const actions = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
const note = css({ textStyle: 'small', color: 'muted' });

const asTyped = (filter: RowFilter): RowFilter =>
  takesOne(filter) && filter.value === '' ? { ...filter, value: emptyText } : filter;

const asMeant = (filter: RowFilter): RowFilter =>
  takesOne(filter) && filter.value === emptyText ? { ...filter, value: '' } : filter;

/** A line that was not filled in is no condition. */
const isFilledIn = ({ operator, value }: RowFilter): boolean =>
  unaryOperators.has(operator) || (operator === 'between' ? listValues(value).some((end) => end !== '') : value !== '');

/** The ends of a range as they are typed. More values than two are none: they stay together. */
const endsOf = (value: string): readonly [from: string, to: string] => rangeEnds(value) ?? [value, ''];

/** What was typed for one operator, for another one. */
function valueFor(next: FilterOperator, filter: RowFilter): string {
  const { operator, value } = filter;
  if (next === operator) return value;
  if (next === 'between') {
    if (!isFilledIn(filter)) return '';
    // A comma separates the values of a list, and is part of any other value.
    return listText(takesOne(filter) ? [asMeant(filter).value, ''] : endsOf(value));
  }
  if (operator !== 'between') return value;
  const ends = endsOf(value).filter((end) => end !== '');
  return listOperators.has(next) ? listText(ends) : (ends[0] ?? '');
}

export interface FilterPanelProps {
  /** Whether the user has just opened it: it was not recalled. */
  takesFocus?: boolean;
  columns: readonly TableColumn[];
  view: RowView;
  /** What is typed and not applied; null for the filters of the view. */
  draft: RowFilters | null;
  onTyped: (typed: RowFilters | null) => void;
  onApplied: (view: RowView) => void;
}

interface FilterValueProps extends Pick<RowFilter, 'operator' | 'value'> {
  onTyped: (value: string) => void;
}

/** What a column is compared with: nothing, a value, a list of them, or the ends of a range. */
function FilterValue({ operator, value, onTyped }: FilterValueProps) {
  if (unaryOperators.has(operator)) return <span />;
  if (operator === 'between') {
    const [from, to] = endsOf(value);
    const type = (ends: readonly [string, string]) => onTyped(listText(ends));
    return (
      <div className={range}>
        <TextField label="From" hideLabel placeholder="From" value={from} onValueChange={(text) => type([text, to])} />
        <span aria-hidden>–</span>
        <TextField label="To" hideLabel placeholder="To" value={to} onValueChange={(text) => type([from, text])} />
      </div>
    );
  }
  return (
    <TextField
      label="Value"
      hideLabel
      placeholder={listOperators.has(operator) ? 'a, b, "with, comma"' : 'Value ("" for an empty string)'}
      value={value}
      onValueChange={onTyped}
    />
  );
}

/** The filters of the rows: several conditions, and one in SQL. */
export function FilterPanel({ takesFocus = false, columns, view, draft, onTyped, onApplied }: FilterPanelProps) {
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
  const fields = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) fields.current?.querySelector('select')?.focus();
  }, [takesFocus]);
  const change = (at: number, changed: Partial<RowFilter>) =>
    setFilters(filters.map((filter, index) => (index === at ? { ...filter, ...changed } : filter)));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = filters.filter(isFilledIn).map(asMeant);
    onApplied({ ...view, filters: wanted, where: where.trim() });
  };
  return (
    <form ref={fields} className={form} aria-label="Filter rows" onSubmit={submit}>
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
            onValueChange={(name) =>
              change(index, { operator: name, value: valueFor(name, { column, operator, value }) })
            }
          />
          <FilterValue operator={operator} value={value} onTyped={(text) => change(index, { value: text })} />
          <IconButton
            label={`Remove filter ${index + 1}`}
            variant="text"
            icon={<X />}
            onClick={() => setFilters(filters.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div className={condition}>
        <span aria-hidden>where</span>
        <TextAreaField
          label="SQL condition"
          hideLabel
          mono
          rows={1}
          placeholder="SQL condition, such as total > 100"
          spellCheck={false}
          value={where}
          onValueChange={(typed) => type({ filters, where: typed })}
        />
      </div>
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
