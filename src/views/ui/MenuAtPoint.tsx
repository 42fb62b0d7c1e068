import { createElement, useId } from 'react';
import { floatingParts, useFloating } from './floatingParts.ts';
import type { MenuItem } from './MenuList.tsx';

interface MenuAtPointProps {
  /** The accessible name of the menu. */
  label: string;
  items: readonly MenuItem[];
  /** Where in the window it opens. */
  point: { x: number; y: number };
  /** Opened by keyboard: the first entry is highlighted. */
  byKey: boolean;
  /** Id of the element that has the focus when it closes. */
  ownerId: string;
  onClose: () => void;
}

/** An open menu at a point, as for a right click on something that is no button. */
export function MenuAtPoint({ label, items, point, byKey, ownerId, onClose }: MenuAtPointProps) {
  const listId = useId();
  const MenuList = useFloating(floatingParts.menu, true);
  return (
    MenuList &&
    createElement(MenuList, { triggerId: ownerId, point, listId, label, items, align: 'start', byKey, onClose })
  );
}
