import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { dialogClass, positionerClass, scrimClass } from './dialogStyles.ts';
import { firstFocus } from './focus/firstFocus.ts';
import { focusOrigin, returnFocus } from './focus/focusOrigin.ts';
import { modality } from './focus/modality.ts';
import { IconButton } from './IconButton.tsx';
import { useEarlyEscape } from './useEarlyEscape.ts';
import { useOpensAfterMount } from './useOpensAfterMount.ts';

export type DialogSize = 'tiny' | 'small' | 'medium' | 'large' | 'xlarge' | 'xxlarge' | 'xxxlarge';

export interface DialogProps {
  open: boolean;
  /** Escape, the close button or a click outside. The flow decides whether it closes. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: DialogSize | undefined;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  /** `alertdialog` interrupts with a question that must be answered; a click outside does not close it. */
  role?: 'dialog' | 'alertdialog' | undefined;
  initialFocus?: (() => HTMLElement | null) | undefined;
  /** Takes the focus after closing; by default the previously focused element does. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  children?: ReactNode;
}

// A dialog taller than the window begins at its top and scrolls. What takes the focus is not behind its buttons.
const positioner = css({
  placeItems: '[safe center center]',
  paddingBlock: '4',
  overflowY: 'auto',
  scrollPaddingBottom: '20',
});
const content = css({ position: 'relative' });
const sizes: Record<DialogSize, string> = {
  tiny: css({ maxWidth: 'dialog.tiny' }),
  small: css({ maxWidth: 'dialog.small' }),
  medium: css({ maxWidth: 'dialog.medium' }),
  large: css({ maxWidth: 'dialog.large' }),
  xlarge: css({ maxWidth: 'dialog.xlarge' }),
  xxlarge: css({ maxWidth: 'dialog.xxlarge' }),
  xxxlarge: css({ maxWidth: 'dialog.xxxlarge' }),
};
const head = css({
  display: 'grid',
  gap: '1',
  paddingTop: '5',
  paddingBottom: '1',
  paddingInlineStart: '5',
  paddingInlineEnd: '12',
});
// Level with the title, at either size.
const corner = css({
  position: 'absolute',
  insetBlockStart: { base: '4', _coarse: '3' },
  insetInlineEnd: { base: '3', _coarse: '1.5' },
});
const titleText = css({ textStyle: 'section', overflowWrap: 'anywhere' });
const descriptionText = css({ color: 'muted', overflowWrap: 'anywhere', textWrap: 'pretty' });
// The buttons would cover the lower edge of the last control's focus ring.
const body = css({ paddingTop: '3', paddingBottom: '1', paddingInline: '5', minWidth: '0' });
const foot = css({
  display: 'flex',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: '2',
  padding: '5',
  paddingTop: '4',
  // The buttons stay in sight.
  position: 'sticky',
  insetBlockEnd: '0',
  background: 'raised',
  borderBottomRadius: 'large',
});
const end = css({ height: '4', flexShrink: '0' });

/** A dialog once its code has loaded: `Dialog` shows it. */
export default function DialogWindow({
  open,
  onClose,
  title,
  description,
  size = 'medium',
  footer,
  role = 'dialog',
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const before = useRef<HTMLElement | null>(null);
  const layer = useRef<HTMLDivElement>(null);
  // Before the dialog takes the focus, which it does in the next frame.
  useLayoutEffect(() => {
    if (open) before.current = focusOrigin();
  }, [open]);
  // It also opens after what gives way to it has given the focus back, as a palette: that would be a click beside it.
  const isOpen = useOpensAfterMount(open);
  const arkListens = useEarlyEscape(isOpen, onClose);
  return (
    <Ark.Root
      {...modality}
      open={isOpen}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      role={role}
      closeOnInteractOutside={role === 'dialog'}
      finalFocusEl={finalFocus ?? (() => returnFocus(before.current))}
      lazyMount
      unmountOnExit
      initialFocusEl={() => {
        arkListens();
        return initialFocus ? initialFocus() : firstFocus(layer.current);
      }}
    >
      <Portal>
        <Ark.Backdrop className={scrimClass} />
        <Ark.Positioner className={cx(positionerClass, positioner)}>
          <Ark.Content ref={layer} className={cx(dialogClass, content, sizes[size])} aria-modal>
            <div className={head}>
              <Ark.Title className={titleText}>{title}</Ark.Title>
              {description != null && <Ark.Description className={descriptionText}>{description}</Ark.Description>}
            </div>
            {children != null && <div className={body}>{children}</div>}
            {footer == null ? <div className={end} /> : <div className={foot}>{footer}</div>}
            {/* Last, so that the first thing focused is what the dialog is about. */}
            <div className={corner}>
              <Ark.CloseTrigger asChild>
                <IconButton label="Close" size="small" icon={<X />} />
              </Ark.CloseTrigger>
            </div>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
