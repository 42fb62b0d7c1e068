import { createElement } from 'react';
import type { SidePanelProps } from './floating/SidePanelWindow.tsx';
import { floatingParts, useFloating } from './floatingParts.ts';

/** Slides in from a side over the page. Open or closed is the flow's to say. */
export function SidePanel(props: SidePanelProps) {
  const SidePanelWindow = useFloating(floatingParts.sidePanel, props.open);
  return SidePanelWindow && createElement(SidePanelWindow, props);
}
