import { createElement } from 'react';
import type { ScreenViews } from '../ScreenHost.tsx';
import { useNotices } from './useNotices.ts';

/** What goes along with every screen, once it has been fetched. */
export function NoticesHost({ views }: { views: Pick<ScreenViews, 'viewOf'> }) {
  const flow = useNotices();
  return flow ? createElement(views.viewOf('notices'), { flow }) : null;
}
