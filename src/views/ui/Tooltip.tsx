import { Tooltip as Ark } from '@ark-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { floatClass } from './floatStyles.ts';
import { Kbd } from './Kbd.tsx';

export interface TooltipProps {
  content: ReactNode;
  shortcut?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** One focusable element. */
  children: ReactElement;
  /** Set if the element also opens an Ark component, so that both use the same id. */
  triggerId?: string | undefined;
}

const bubble = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  maxWidth: 'popover',
  paddingBlock: '1',
  paddingInline: '2',
  textStyle: 'small',
  color: 'text',
  textWrap: 'pretty',
});

/** Adds to an accessible name that already exists; a tooltip is never the only place for information. */
export const Tooltip = ({ content, shortcut, side = 'top', children, triggerId }: TooltipProps) => (
  <Ark.Root
    {...(triggerId !== undefined && { ids: { trigger: triggerId } })}
    openDelay={400}
    closeDelay={80}
    positioning={{ strategy: 'fixed', placement: side, gutter: 6 }}
    lazyMount
    unmountOnExit
  >
    <Ark.Trigger asChild>{children}</Ark.Trigger>
    <Ark.Positioner>
      <Ark.Content className={cx(floatClass, bubble)}>
        {content}
        {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
      </Ark.Content>
    </Ark.Positioner>
  </Ark.Root>
);
