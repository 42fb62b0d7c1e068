import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { quotedName } from '../../contract/sql/quotedName.ts';
import { referenceActions, type ReferenceAction } from '../../contract/tables/foreignKey.ts';
import type { KeyTarget } from '../../contract/tables/shapeSuggestions.ts';
import type { shapeSuggestionsMachine } from '../../machines/tables/shapeSuggestions/shapeSuggestions.machine.ts';
import {
  selectIsSearching,
  selectSearch,
  selectSuggestions,
  selectSuggestionsFailure,
} from '../../machines/tables/shapeSuggestions/shapeSuggestions.selectors.ts';
import { Button } from '../ui/Button.tsx';
import { ComboboxField } from '../ui/ComboboxField.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SelectField } from '../ui/SelectField.tsx';

export type Suggestions = ActorRefFrom<typeof shapeSuggestionsMachine> | undefined;

/** Where a foreign key points, and what happens to its rows. */
export interface ForeignKey {
  schema: string;
  table: string;
  columns: readonly string[];
  onDelete: ReferenceAction;
  onUpdate: ReferenceAction;
}

/** No higher than the label, so that the fields of a row stay in line. */
const besideLabel = css({ marginBlock: '-1' });

type KeyColumns = KeyTarget['keys'][number];

const actionOptions = referenceActions.map((action) => ({ value: action, label: action }));
const nameOf = ({ schema, table }: Pick<KeyTarget, 'schema' | 'table'>): string =>
  `${quotedName(schema)}.${quotedName(table)}`;
const keyName = (columns: readonly string[]): string => columns.map(quotedName).join(', ');

const nothingFoundFor = (search: string): string =>
  search === '' ? 'No table has a unique key.' : 'No table with a unique key has this name.';

interface KeyTargetFieldsProps {
  suggestions: Suggestions;
  value: ForeignKey | null;
  /** A table that does not exist yet and can be pointed to as well. */
  own?: KeyTarget;
  /** Only keys of so many columns are offered; any by default. */
  columns?: number;
  /** `key`: the columns that it points to, where a table or a key was chosen. */
  onChanged: (value: ForeignKey, key: KeyColumns | null) => void;
  /** Without it, the foreign key stays. */
  onRemoved?: () => void;
}

/** The table that a foreign key points to, found by its name, one of its keys, and what happens to the rows. */
export function KeyTargetFields({ suggestions, value, own, columns, onChanged, onRemoved }: KeyTargetFieldsProps) {
  const found = useSelector(suggestions, selectSuggestions).targets;
  const search = useSelector(suggestions, selectSearch);
  const failure = useSelector(suggestions, selectSuggestionsFailure);
  const isSearching = useSelector(suggestions, selectIsSearching);
  const keysOf = ({ keys }: KeyTarget) => keys.filter((key) => columns === undefined || key.length === columns);
  const isOwnFound = own && own.table !== '' && nameOf(own).toLowerCase().includes(search.toLowerCase());
  const targets = isOwnFound ? [own, ...found] : found;
  const usable = targets.filter((target) => keysOf(target).length > 0);
  const chosen = value && usable.find((target) => nameOf(target) === nameOf(value));
  const tableNames = usable.map(nameOf);
  const tables = value && !chosen ? [nameOf(value), ...tableNames] : tableNames;
  const keys = chosen ? keysOf(chosen) : [];
  const choose = (target: KeyTarget | undefined, key: KeyColumns | undefined) => {
    if (!target || !key) return;
    const { schema, table } = target;
    const { onDelete, onUpdate } = value ?? { onDelete: 'no action', onUpdate: 'no action' };
    onChanged({ schema, table, columns: key.map(({ name }) => name), onDelete, onUpdate }, key);
  };
  return (
    <>
      {failure && (
        <ErrorState
          title="Could not load the tables"
          failure={failure}
          onRetry={() => suggestions?.send({ type: 'reading.retried' })}
        />
      )}
      <ComboboxField
        label="References table"
        placeholder="None"
        nothingFound={isSearching ? 'Searching…' : nothingFoundFor(search)}
        value={value && nameOf(value)}
        options={tables.map((name) => ({ value: name, label: name }))}
        onSearch={(text) => suggestions?.send({ type: 'search.changed', search: text })}
        onValueChange={(name) => {
          const target = usable.find((one) => nameOf(one) === name);
          choose(target, target && keysOf(target)[0]);
        }}
        aside={
          value &&
          onRemoved && (
            <div className={besideLabel}>
              <Button size="small" variant="text" onClick={onRemoved}>
                Remove foreign key
              </Button>
            </div>
          )
        }
      />
      {value && (
        <>
          <SelectField
            label={value.columns.length > 1 ? 'Key' : 'Referenced column'}
            value={keyName(value.columns)}
            options={(keys.length === 0 ? [value.columns] : keys.map((key) => key.map(({ name }) => name))).map(
              (names) => ({
                value: keyName(names),
                label: keyName(names),
              }),
            )}
            onValueChange={(name) =>
              choose(
                chosen ?? undefined,
                keys.find((key) => keyName(key.map((column) => column.name)) === name),
              )
            }
          />
          <SelectField
            label="On delete"
            value={value.onDelete}
            options={actionOptions}
            onValueChange={(onDelete) => onChanged({ ...value, onDelete }, null)}
          />
          <SelectField
            label="On update"
            value={value.onUpdate}
            options={actionOptions}
            onValueChange={(onUpdate) => onChanged({ ...value, onUpdate }, null)}
          />
        </>
      )}
    </>
  );
}
