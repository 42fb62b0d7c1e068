import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { IconButton } from './IconButton.tsx';
import { modality } from './modality.ts';

export interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  side?: 'left' | 'right' | undefined;
  children: ReactNode;
}

const scrim = css({ position: 'fixed', inset: '0', zIndex: 'sheet', background: 'scrim', animation: 'fadeIn' });
const positioner = css({ position: 'fixed', inset: '0', zIndex: 'sheet', display: 'flex' });
const panel = css({ display: 'flex', flexDirection: 'column', width: 'popover', maxWidth: '[85dvw]', height: 'viewport', background: 'surface', boxShadow: 'dialog', outline: 'none' });
const sides = {
  left: css({ marginInlineEnd: 'auto', animation: 'slideInLeft' }),
  right: css({ marginInlineStart: 'auto', animation: 'slideInRight' }),
};
const head = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2', flexShrink: '0', height: 'topBar', paddingInlineStart: '4', paddingInlineEnd: '2', borderBottom: 'hairline' });
const titleText = css({ textStyle: 'section' });
const body = css({ flex: '1', minHeight: '0', overflowY: 'auto' });

/** Slides in from a side over the page. Open or closed is the flow's to say. */
export const SidePanel = ({ open, onClose, title, side = 'right', children }: SidePanelProps) => (
  <Ark.Root {...modality} open={open} onOpenChange={(change) => { if (!change.open) onClose(); }} closeOnInteractOutside lazyMount unmountOnExit>
    <Portal>
      <Ark.Backdrop className={scrim} />
      <Ark.Positioner className={positioner}>
        <Ark.Content className={cx(panel, sides[side])} aria-modal>
          <div className={head}>
            <Ark.Title className={titleText}>{title}</Ark.Title>
            <Ark.CloseTrigger asChild><IconButton label="Close" size="small" icon={<X />} /></Ark.CloseTrigger>
          </div>
          <div className={body}>{children}</div>
        </Ark.Content>
      </Ark.Positioner>
    </Portal>
  </Ark.Root>
);
