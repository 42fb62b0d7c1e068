import { Tooltip as Ark, useTooltip } from '@ark-ui/react/tooltip';
import { useEffect, useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { floatClass } from './floatStyles.ts';
import { isWalking } from './focus/walkingKey.ts';
import { Kbd } from './Kbd.tsx';
import { bubbleClass, bubbleGap, closeDelayMs, openDelayMs } from './tooltipStyles.ts';

interface TooltipBubbleProps {
  /** Id of the element that it belongs to. */
  triggerId: string;
  content: ReactNode;
  shortcut?: string | undefined;
  side: 'top' | 'right' | 'bottom' | 'left';
  /** Takes what the element has to listen to, and what describes it, at every change. */
  onTrigger: (properties: object) => void;
}

// It may lie over a control beside its element, which a click must reach.
const passive = css({ pointerEvents: 'none' });
const row = css({ display: 'flex', alignItems: 'center', gap: '2' });

/** A tooltip once its element was approached: `Tooltip` shows it. */
export default function TooltipBubble({ triggerId, content, shortcut, side, onTrigger }: TooltipBubbleProps) {
  const tooltip = useTooltip({
    ids: { trigger: triggerId },
    openDelay: openDelayMs,
    closeDelay: closeDelayMs,
    closeOnEscape: false,
    positioning: { strategy: 'fixed', placement: side, gutter: bubbleGap },
  });
  const { open, setOpen } = tooltip;
  const shownFor = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const trigger = tooltip.getTriggerProps();
    onTrigger({
      ...trigger,
      onFocus: (event: FocusEvent<HTMLButtonElement>) => isWalking() && trigger.onFocus?.(event),
    });
    // oxlint-disable-next-line react/exhaustive-deps -- every render creates new handlers, which do the same while it is open
  }, [open]);
  // The focus that brought it here was before it could listen.
  useEffect(() => {
    let isLeft = false;
    // Not in this task: a tooltip that opens after its element left would take the next Escape of the page.
    queueMicrotask(() => {
      if (!isLeft && isWalking() && document.getElementById(triggerId)?.matches(':focus-visible')) setOpen(true);
    });
    return () => {
      isLeft = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once: later it listens itself
  }, []);
  // Escape belongs to what has the focus: a tooltip that only the pointer opened closes with it, and lets it pass.
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      if (document.getElementById(triggerId)?.contains(document.activeElement)) event.stopPropagation();
      setOpen(false);
    };
    document.addEventListener('keydown', close, { capture: true });
    return () => document.removeEventListener('keydown', close, { capture: true });
    // oxlint-disable-next-line react/exhaustive-deps -- every render creates a new `setOpen`, which does the same
  }, [open, triggerId]);
  // Another element in its place, or none: nothing tells that the focus or the pointer left.
  useLayoutEffect(() => {
    const trigger = document.getElementById(triggerId);
    if (open && shownFor.current !== null && shownFor.current !== trigger) setOpen(false);
    shownFor.current = trigger;
  });
  return (
    <Ark.RootProvider value={tooltip} lazyMount unmountOnExit>
      <Ark.Positioner className={passive}>
        <Ark.Content className={cx(floatClass, bubbleClass, row)}>
          {content}
          {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.RootProvider>
  );
}
