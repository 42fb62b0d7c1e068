import { createElement, useId, useState, type ReactElement, type ReactNode } from 'react';
import { floatingParts, useFloating } from './floatingParts.ts';
import { withHandlers } from './withHandlers.ts';

export interface TooltipProps {
  content: ReactNode;
  shortcut?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** One focusable element. */
  children: ReactElement;
  /** Where the element opens something else too, so that both know it by one id. */
  triggerId?: string | undefined;
}

/** Adds to a name that is already there; nothing is said in a tooltip alone. */
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
