import { createElement } from 'react';
import type { ScreenViews } from '../parts/screenViews.ts';
import { useNotices } from '../parts/useNotices.ts';

/** What goes along with every screen, once it has been fetched. */
export function NoticesHost({ views }: { views: Pick<ScreenViews, 'viewOf'> }) {
  const flow = useNotices();
  return flow ? createElement(views.viewOf('notices'), { flow }) : null;
}
