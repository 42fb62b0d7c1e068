import Check from 'lucide-react/icons/check';
import type { ComponentType, ReactNode } from 'react';
import { optionClass, optionDetailClass, optionGroupClass, optionTickClass, optionWordsClass } from './optionStyles.ts';

export interface ListOption<Value extends string = string> {
  value: Value;
  /** Plain text, for typeahead. */
  label: string;
  detail?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  /** Options of one group must be adjacent. */
  group?: string | undefined;
}

type Part<Props = unknown> = ComponentType<Props & { className?: string; children?: ReactNode }>;

/** Parts that Ark's lists have in common; each passes its own. */
interface ListParts {
  Item: Part<{ item: ListOption }>;
  ItemText: Part;
  ItemIndicator: Part;
  ItemGroup: Part;
  ItemGroupLabel: Part;
}

/** How Ark reads a list of options. */
export const optionReading = {
  itemToString: (option: ListOption) => option.label,
  isItemDisabled: (option: ListOption) => option.disabled === true,
};

/** The rows of a list of options, by group. */
export function optionRows(
  { Item, ItemText, ItemIndicator, ItemGroup, ItemGroupLabel }: ListParts,
  options: readonly ListOption[],
): ReactNode {
  const rows = (members: readonly ListOption[]) =>
    members.map((option) => (
      <Item key={option.value} item={option} className={optionClass}>
        {option.icon}
        <span className={optionWordsClass}>
          <ItemText>{option.label}</ItemText>
          {option.detail != null && <span className={optionDetailClass}>{option.detail}</span>}
        </span>
        <ItemIndicator className={optionTickClass}>
          <Check aria-hidden />
        </ItemIndicator>
      </Item>
    ));
  return [...Map.groupBy(options, (option) => option.group)].map(([group, members]) =>
    group === undefined ? (
      rows(members)
    ) : (
      <ItemGroup key={group}>
        <ItemGroupLabel className={optionGroupClass}>{group}</ItemGroupLabel>
        {rows(members)}
      </ItemGroup>
    ),
  );
}
