import { Popover as Ark } from '@ark-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { floatClass } from './floatStyles.ts';

interface PopoverProps {
  /** Accessible name of the popover. */
  label: string;
  trigger: ReactElement;
  align?: 'start' | 'end' | undefined;
  /** Set if a chart controls whether it is open; otherwise the popover is uncontrolled. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  children: ReactNode;
}

const content = css({
  width: 'popover',
  maxWidth: '[calc(100dvw - 32px)]',
  maxHeight: '[var(--available-height)]',
  overflowY: 'auto',
  padding: '4',
});

export const Popover = ({ label, trigger, align = 'start', open, onOpenChange, children }: PopoverProps) => (
  <Ark.Root
    positioning={{ strategy: 'fixed', placement: align === 'start' ? 'bottom-start' : 'bottom-end', gutter: 4 }}
    {...(open !== undefined && { open })}
    {...(onOpenChange && { onOpenChange: (change) => onOpenChange(change.open) })}
    lazyMount
    unmountOnExit
  >
    <Ark.Trigger asChild>{trigger}</Ark.Trigger>
    <Ark.Positioner>
      <Ark.Content className={cx(floatClass, content)} aria-label={label}>
        {children}
      </Ark.Content>
    </Ark.Positioner>
  </Ark.Root>
);
