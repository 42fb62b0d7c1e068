import { createElement } from 'react';
import { floatingParts, useFloating } from './floatingParts.ts';
import type { SidePanelProps } from './SidePanelWindow.tsx';

/** A panel that slides in over the page from one side. The flow decides whether it is open. */
export function SidePanel(props: SidePanelProps) {
  const SidePanelWindow = useFloating(floatingParts.sidePanel, props.open);
  return SidePanelWindow && createElement(SidePanelWindow, props);
}
