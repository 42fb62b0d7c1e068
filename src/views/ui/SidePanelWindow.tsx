import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import X from 'lucide-react/icons/x';
import { useRef, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { firstFocus } from './focus/firstFocus.ts';
import { modality } from './focus/modality.ts';
import { IconButton } from './IconButton.tsx';
import { useSwipeToDismiss } from './swipeToDismiss.ts';
import { useEarlyEscape } from './useEarlyEscape.ts';
import { useOpensAfterMount } from './useOpensAfterMount.ts';

export type SidePanelSize = 'small' | 'medium' | 'large' | 'xlarge';

export interface SidePanelProps {
  open: boolean;
  /**
   * Escape, the close button, a click outside, or a swipe of 100 px towards its side. The flow decides whether it
   * closes.
   */
  onClose: () => void;
  title: ReactNode;
  side?: 'left' | 'right' | undefined;
  size?: SidePanelSize | undefined;
  /** Buttons that stay in sight while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

const scrim = css({ position: 'fixed', inset: '0', zIndex: 'sheet', background: 'scrim', animation: 'fadeIn' });
const positioner = css({ position: 'fixed', inset: '0', zIndex: 'sheet', display: 'flex', overflow: 'hidden' });
const panel = css({
  display: 'flex',
  flexDirection: 'column',
  width: 'full',
  height: 'viewport',
  background: 'surface',
  boxShadow: 'dialog',
  outline: 'forced',
  touchAction: 'pan-y',
  transitionProperty: '[translate]',
  transitionDuration: 'slow',
  transitionTimingFunction: 'out',
  '&[data-swiping]': { transitionDuration: '[0s]' },
});
const sizes: Record<SidePanelSize, string> = {
  small: css({ maxWidth: '[min(85dvw, {sizes.popover})]' }),
  medium: css({ maxWidth: '[min(92dvw, {sizes.dialog.medium})]' }),
  large: css({ maxWidth: '[min(92dvw, {sizes.dialog.xlarge})]' }),
  xlarge: css({ maxWidth: '[min(92dvw, {sizes.dialog.xxlarge})]' }),
};
const sides = {
  left: css({ marginInlineEnd: 'auto', animation: 'slideInLeft' }),
  right: css({ marginInlineStart: 'auto', animation: 'slideInRight' }),
};
const head = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  flexShrink: '0',
  minHeight: 'topBar',
  paddingInlineStart: '4',
  paddingInlineEnd: '2',
  borderBottom: 'hairline',
});
const titleText = css({ textStyle: 'section', minWidth: '0', overflowWrap: 'anywhere' });
// A scrolling element does not inherit `touch-action`, so it needs the value too.
const body = css({ flex: '1', minHeight: '0', overflowY: 'auto', touchAction: 'pan-y' });
const foot = css({
  display: 'flex',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: '2',
  flexShrink: '0',
  padding: '3',
  borderTop: 'hairline',
});

/** A side panel once its code has loaded: `SidePanel` shows it. */
export default function SidePanelWindow({
  open,
  onClose,
  title,
  side = 'right',
  size = 'small',
  footer,
  children,
}: SidePanelProps) {
  const swipe = useSwipeToDismiss(side, onClose);
  const isOpen = useOpensAfterMount(open);
  const arkListens = useEarlyEscape(isOpen, onClose);
  const layer = useRef<HTMLDivElement>(null);
  return (
    <Ark.Root
      {...modality}
      open={isOpen}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      closeOnInteractOutside
      initialFocusEl={() => {
        arkListens();
        return firstFocus(layer.current);
      }}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={scrim} />
        <Ark.Positioner className={positioner}>
          <Ark.Content ref={layer} className={cx(panel, sizes[size], sides[side])} aria-modal {...swipe}>
            <div className={head}>
              <Ark.Title className={titleText}>{title}</Ark.Title>
              <Ark.CloseTrigger asChild>
                <IconButton label="Close" size="small" icon={<X />} />
              </Ark.CloseTrigger>
            </div>
            <div className={body}>{children}</div>
            {footer != null && <div className={foot}>{footer}</div>}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
