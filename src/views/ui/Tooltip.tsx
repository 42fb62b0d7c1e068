import { createElement, useId, useState, type ReactElement, type ReactNode } from 'react';
import { floatingParts, useFloating } from './floatingParts.ts';
import { withHandlers } from './withHandlers.ts';

interface TooltipProps {
  content: ReactNode;
  shortcut?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** One focusable element. */
  children: ReactElement;
  /** The id of an element that opens something else, too: both must use the same id. */
  triggerId?: string | undefined;
}

/** Describes an element that already has an accessible name. No information is in a tooltip alone. */
export function Tooltip({ content, shortcut, side = 'top', children, triggerId }: TooltipProps) {
  const ownId = useId();
  const id = triggerId ?? ownId;
  const [isApproached, setApproached] = useState(false);
  const [trigger, setTrigger] = useState<object>({});
  const TooltipBubble = useFloating(floatingParts.tooltip, isApproached);
  const approach = () => setApproached(true);
  return (
    <>
      {withHandlers(withHandlers(children, { ...trigger, id }), { onPointerEnter: approach, onFocus: approach })}
      {TooltipBubble && createElement(TooltipBubble, { triggerId: id, content, shortcut, side, onTrigger: setTrigger })}
    </>
  );
}
