import { createElement, useId, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import { floatingParts, useFloating, type FloatingPart } from './floatingParts.ts';
import type { MenuItem, MenuListProps } from './MenuList.tsx';
import { Tooltip } from './Tooltip.tsx';
import { withHandlers } from './withHandlers.ts';

export interface MenuProps {
  /** The accessible name of the menu. */
  label: string;
  /** A button, which becomes the menu button. */
  trigger: ReactElement;
  items?: readonly MenuItem[];
  /** A list that brings its entries; its code loads when the menu is about to open. */
  part?: FloatingPart<MenuListProps>;
  /** Tooltip for a trigger that is only an icon. */
  tip?: string | undefined;
  align?: 'start' | 'end' | undefined;
  /** Set if a chart controls whether it is open; otherwise the menu is uncontrolled. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

/** A button that opens a list of actions, links or options. Arrow keys, first letters, Home, End and Escape work. */
export function Menu({
  label,
  trigger,
  items = [],
  part = floatingParts.menu,
  tip,
  align = 'start',
  open,
  onOpenChange,
}: MenuProps) {
  const triggerId = useId();
  const listId = `${triggerId}-list`;
  const [opened, setOpened] = useState<'byPointer' | 'byKey' | null>(null);
  const isOpen = open ?? opened !== null;
  const MenuList = useFloating(part, isOpen);
  const change = (next: typeof opened) => {
    setOpened(next);
    onOpenChange?.(next !== null);
  };
  const button = withHandlers(trigger, {
    id: triggerId,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    onPointerEnter: part.load,
    // A click from the keyboard has a detail of 0.
    onClick: ({ detail }: MouseEvent) => change(isOpen ? null : detail === 0 ? 'byKey' : 'byPointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      change('byKey');
    },
  });
  return (
    <>
      {tip === undefined ? (
        button
      ) : (
        <Tooltip content={tip} side="bottom" triggerId={triggerId}>
          {button}
        </Tooltip>
      )}
      {isOpen &&
        MenuList &&
        createElement(MenuList, {
          triggerId,
          listId,
          label,
          items,
          align,
          byKey: opened === 'byKey',
          onClose: () => change(null),
        })}
    </>
  );
}
