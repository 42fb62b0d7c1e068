import type { MenuItem } from './MenuList.tsx';

interface MenuChoices<Value> {
  /** Names the choice: several of a menu may have the same values. */
  name: string;
  values: readonly Value[];
  chosen: Value;
  labelOf: (value: Value) => string;
  onChosen: (value: Value) => void;
}

/** The rows of a menu for one of several values. */
export const menuChoices = <Value extends string | number | null>({
  name,
  values,
  chosen,
  labelOf,
  onChosen,
}: MenuChoices<Value>): MenuItem[] =>
  values.map((value) => ({
    kind: 'choice',
    key: `${name}-${value}`,
    label: labelOf(value),
    checked: value === chosen,
    onSelect: () => onChosen(value),
  }));
