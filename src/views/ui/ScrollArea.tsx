import { ScrollArea as Ark } from '@ark-ui/react/scroll-area';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { shellTiming } from '../../contract/shell/shellTiming.ts';

interface ScrollAreaProps {
  /** Accessible name, because the keyboard can reach it. */
  label: string;
  children: ReactNode;
}

const frame = css({ height: 'full', minHeight: '0', minWidth: '0' });
const viewport = css({
  height: 'full',
  overscrollBehavior: 'contain',
  scrollbarWidth: '[none]',
  borderRadius: 'medium',
  _focusVisible: { outlineOffset: '-0.5' },
});
// Visible while the pointer is over the area; `show` adds the delay after the last scroll.
const bar = css({
  display: 'flex',
  padding: '0.5',
  opacity: '0',
  transitionProperty: '[opacity]',
  transitionDuration: 'slow',
  transitionDelay: '[var(--hide-delay)]',
  touchAction: 'none',
  '&[data-hover], &[data-dragging]': { opacity: '1', transitionDelay: '[0s]' },
  // A direction without overflow has no bar.
  '&[data-orientation=vertical]:not([data-overflow-y]), &[data-orientation=horizontal]:not([data-overflow-x])': {
    display: 'none',
  },
  '&[data-orientation=vertical]': { width: '2.5' },
  '&[data-orientation=horizontal]': { height: '2.5', flexDirection: 'column' },
});
const thumb = css({ flex: '1', borderRadius: 'full', background: 'border' });

const fadeMs = 150;
const hideDelay = { '--hide-delay': `${shellTiming.scrollbarHideMs}ms` } as CSSProperties;
const shownAWhile: Keyframe[] = [
  { opacity: 1 },
  { opacity: 1, offset: shellTiming.scrollbarHideMs / (shellTiming.scrollbarHideMs + fadeMs) },
  { opacity: 0 },
];
const orientations = ['vertical', 'horizontal'] as const;

/**
 * A part of the page that scrolls independently, with overlay bars that hide 600 ms after the last scroll or after the
 * pointer has left (specification, section 9). The browser scrolls; only the bars are drawn.
 */
export function ScrollArea({ label, children }: ScrollAreaProps) {
  const bars = useRef(new Map<string, HTMLElement | null>());
  const fades = useRef<readonly Animation[]>([]);
  /** Each scroll restarts the delay. A CSS animation measures it, so that scrolling renders nothing. */
  const show = () => {
    for (const fade of fades.current) fade.cancel();
    fades.current = [...bars.current.values()].flatMap((one) =>
      one?.animate ? [one.animate(shownAWhile, shellTiming.scrollbarHideMs + fadeMs)] : [],
    );
  };
  return (
    <Ark.Root className={frame}>
      <Ark.Viewport className={viewport} role="region" aria-label={label} tabIndex={0} onScroll={show}>
        <Ark.Content>{children}</Ark.Content>
      </Ark.Viewport>
      {orientations.map((orientation) => (
        <Ark.Scrollbar
          key={orientation}
          ref={(element) => {
            bars.current.set(orientation, element);
          }}
          className={bar}
          orientation={orientation}
          style={hideDelay}
        >
          <Ark.Thumb className={thumb} />
        </Ark.Scrollbar>
      ))}
    </Ark.Root>
  );
}
