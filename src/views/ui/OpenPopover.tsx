import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { floatClass } from './floatStyles.ts';

const frame = css({
  position: 'fixed',
  inset: '[auto]',
  margin: '0',
  border: 'none',
  width: 'popover',
  maxWidth: '[calc(100dvw - 16px)]',
  overflowY: 'auto',
  padding: '4',
  color: 'text',
});

/** Between the popover and what is around it, in pixels. */
const gap = 8;

/** Below its button, as far as the window has room. */
function placeOf(trigger: HTMLElement | null, width: number): CSSProperties {
  const { left = 0, bottom = 0 } = trigger?.getBoundingClientRect() ?? {};
  const top = bottom + gap;
  return {
    left: Math.max(gap, Math.min(left, innerWidth - width - gap)),
    top,
    maxHeight: innerHeight - top - gap,
  };
}

interface OpenPopoverProps {
  /** Id of the button that opens and closes it. */
  triggerId: string;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A popover while it is open. The browser closes it by Escape or a click outside, so that its page needs no library for
 * it.
 */
export function OpenPopover({ triggerId, label, onClose, children }: OpenPopoverProps) {
  const body = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    body.current?.showPopover();
    body.current?.focus({ preventScroll: true });
    const settle = () => setPlace(placeOf(document.getElementById(triggerId), body.current?.offsetWidth ?? 0));
    settle();
    addEventListener('resize', settle);
    return () => removeEventListener('resize', settle);
  }, [triggerId]);
  return (
    <div
      ref={body}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={cx(floatClass, frame)}
      style={place}
      // At once, and not a task later: the next key may open it again.
      onBeforeToggle={({ newState }) => {
        if (newState !== 'closed') return;
        // It is gone before the browser would give the focus back.
        if (body.current?.contains(document.activeElement)) document.getElementById(triggerId)?.focus();
        onClose();
      }}
    >
      {children}
    </div>
  );
}
