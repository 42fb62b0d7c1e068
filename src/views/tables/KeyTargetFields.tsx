import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { qualifiedName, quotedName } from '../../contract/sql/quotedName.ts';
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
import type { ListOption } from '../ui/optionRows.tsx';
import { SelectField } from '../ui/SelectField.tsx';

export type Suggestions = ActorRefFrom<typeof shapeSuggestionsMachine> | undefined;

/** Where a foreign key points, and what happens to its rows. */
export interface ForeignKey {
  schema: string;
  table: string;
  /** It points to the table that has it, which `own` describes. */
  isOwn?: boolean;
  columns: readonly string[];
  onDelete: ReferenceAction;
  onUpdate: ReferenceAction;
}

type KeyColumns = KeyTarget['keys'][number];

/** No higher than the label, so that the fields of a row stay in line. */
const besideLabel = css({ marginBlock: '-1' });

const actionWords: Readonly<Record<ReferenceAction, string>> = {
  'no action': 'No action',
  restrict: 'Restrict',
  cascade: 'Cascade',
  'set null': 'Set NULL',
  'set default': 'Set default',
};
const actionOptions = referenceActions.map((action) => ({ value: action, label: actionWords[action] }));
const nameOf = ({ schema, table }: Pick<KeyTarget, 'schema' | 'table'>): string => qualifiedName(schema, table);
const keyName = (columns: readonly string[]): string => columns.map(quotedName).join(', ');
const namesIn = (key: KeyColumns): string[] => key.map(({ name }) => name);

/** As names are searched for: without the quotes that some are shown with. */
const soughtName = (text: string): string => text.trim().replaceAll('"', '');
const matches = ({ schema, table }: KeyTarget, search: string): boolean =>
  `${schema}.${table}`.toLowerCase().includes(search.toLowerCase());

const nothingFoundFor = (search: string): string =>
  search === '' ? 'No table has a unique key.' : 'No table with a unique key has this name.';

/** Among the options, the table itself is another than one that has its name. */
const ownId = 'own';
const idOf = (target: Pick<KeyTarget, 'schema' | 'table'>): string => `table ${nameOf(target)}`;

const optionOf = (target: KeyTarget, own: KeyTarget | undefined): ListOption =>
  target === own
    ? { value: ownId, label: target.table === '' ? 'This table' : nameOf(target), detail: 'This table' }
    : { value: idOf(target), label: nameOf(target) };

interface KeyTargetFieldsProps {
  suggestions: Suggestions;
  value: ForeignKey | null;
  /** A table that does not exist yet and can be pointed to as well. */
  own?: KeyTarget;
  /** Only keys of so many columns are offered; any by default. */
  columns?: number;
  /** `key`: the columns that it points to, where a table or a key was chosen; `before`: those of the choice before. */
  onChanged: (value: ForeignKey, key: KeyColumns | null, before: KeyColumns | null) => void;
  /** Without it, the foreign key stays. */
  onRemoved?: () => void;
}

/** The table that a foreign key points to, found by its name, one of its keys, and what happens to the rows. */
export function KeyTargetFields({ suggestions, value, own, columns, onChanged, onRemoved }: KeyTargetFieldsProps) {
  const found = useSelector(suggestions, selectSuggestions).targets;
  const search = useSelector(suggestions, selectSearch);
  const failure = useSelector(suggestions, selectSuggestionsFailure);
  const isSearching = useSelector(suggestions, selectIsSearching);
  /** The table that was chosen here: another search may not find it. */
  const [chosen, setChosen] = useState<KeyTarget | null>(null);
  const field = useRef<HTMLDivElement>(null);

  const keysOf = ({ keys }: KeyTarget) => keys.filter((key) => columns === undefined || key.length === columns);
  // The answer may be one to an earlier search.
  const usable = [...(own ? [own] : []), ...found].filter(
    (target) => keysOf(target).length > 0 && matches(target, search),
  );
  const target = value?.isOwn
    ? own
    : value && [...found, ...(chosen ? [chosen] : [])].find((one) => idOf(one) === idOf(value));
  const keys = target ? keysOf(target) : [];
  const keyCalled = (name: string) => keys.find((key) => keyName(namesIn(key)) === name);
  const choose = (next: KeyTarget, key: KeyColumns) => {
    const { onDelete, onUpdate } = value ?? { onDelete: 'no action', onUpdate: 'no action' };
    setChosen(next);
    onChanged(
      { schema: next.schema, table: next.table, isOwn: next === own, columns: namesIn(key), onDelete, onUpdate },
      key,
      (value && keyCalled(keyName(value.columns))) ?? null,
    );
  };
  const selected = value && optionOf(target ?? { ...value, keys: [] }, own);
  return (
    <>
      {failure && (
        <ErrorState
          title="Could not load the tables"
          failure={failure}
          onRetry={() => suggestions?.send({ type: 'reading.retried' })}
        />
      )}
      <div ref={field}>
        <ComboboxField
          label="References table"
          placeholder="None"
          nothingFound={isSearching ? 'Searching…' : nothingFoundFor(search)}
          value={selected && selected.value}
          selected={selected}
          options={usable.map((one) => optionOf(one, own))}
          onSearch={(text) => suggestions?.send({ type: 'search.changed', search: soughtName(text) })}
          onValueChange={(id) => {
            const next = usable.find((one) => optionOf(one, own).value === id);
            const key = next && keysOf(next)[0];
            if (key) choose(next, key);
          }}
          aside={
            value &&
            onRemoved && (
              <div className={besideLabel}>
                <Button
                  size="small"
                  variant="text"
                  onClick={() => {
                    // The button goes with the foreign key.
                    field.current?.querySelector('input')?.focus();
                    onRemoved();
                  }}
                >
                  Remove foreign key
                </Button>
              </div>
            )
          }
        />
      </div>
      {value && (
        <>
          <SelectField
            label={value.columns.length > 1 ? 'Key' : 'Referenced column'}
            value={keyName(value.columns)}
            options={(keyCalled(keyName(value.columns))
              ? keys.map(namesIn)
              : [value.columns, ...keys.map(namesIn)]
            ).map((names) => ({ value: keyName(names), label: keyName(names) }))}
            onValueChange={(name) => {
              const key = keyCalled(name);
              if (target && key) choose(target, key);
            }}
          />
          <SelectField
            label="On delete"
            value={value.onDelete}
            options={actionOptions}
            onValueChange={(onDelete) => onChanged({ ...value, onDelete }, null, null)}
          />
          <SelectField
            label="On update"
            value={value.onUpdate}
            options={actionOptions}
            onValueChange={(onUpdate) => onChanged({ ...value, onUpdate }, null, null)}
          />
        </>
      )}
    </>
  );
}
