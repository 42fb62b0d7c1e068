import type { ReactNode } from 'react';
import type { ScreenState } from '../../machines/shell/screen/screen.selectors.ts';
import { AppSkeleton } from './AppSkeleton.tsx';
import { BareLayout } from './BareLayout.tsx';

/** A page that fills the window, and what is there until it is shown or because it cannot be. */
export function BarePage({ state, children }: { state: ScreenState; children: ReactNode }) {
  if (state === 'blank' || state === 'skeleton') return <AppSkeleton />;
  return state === 'screen' ? children : <BareLayout>{children}</BareLayout>;
}
