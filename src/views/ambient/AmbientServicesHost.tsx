import { createElement } from 'react';
import type { ScreenViews } from '../parts/screenViews.ts';
import { useAmbientServices } from '../parts/useAmbientServices.ts';

/** What goes along with every screen, once it has been fetched. */
export function AmbientServicesHost({ views }: { views: Pick<ScreenViews, 'viewOf'> }) {
  const flow = useAmbientServices();
  return flow ? createElement(views.viewOf('ambientServices'), { flow }) : null;
}
