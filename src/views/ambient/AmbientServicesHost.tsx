import { createElement } from 'react';
import type { ScreenViews } from '../parts/screenViews.ts';
import { useAmbientServices } from '../parts/useAmbientServices.ts';

/** The views of the ambient services, once they have loaded. */
export function AmbientServicesHost({ views }: { views: Pick<ScreenViews, 'viewOf'> }) {
  const flow = useAmbientServices();
  return flow ? createElement(views.viewOf('ambientServices'), { flow }) : null;
}
