import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { ambientServicesMachine } from '../../machines/ambient/ambientServices/ambientServices.machine.ts';
import { selectPreviews, selectPrivacy } from '../../machines/ambient/ambientServices/ambientServices.selectors.ts';
import { selectUserId } from '../../machines/app/app.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { Banners } from './Banners.tsx';
import { PreviewsDialog } from './PreviewsDialog.tsx';
import { PrivacyDialog } from './PrivacyDialog.tsx';

/** The dialogs that belong to no screen and, for visitors, whose screens have no frame, the banners. */
export default function AmbientViews({ flow }: { flow: ActorRefFrom<typeof ambientServicesMachine> }) {
  const isVisitor = useSelector(useApp(), (snapshot) => selectUserId(snapshot) === null);
  const privacy = useSelector(flow, selectPrivacy);
  const previews = useSelector(flow, selectPreviews);
  return (
    <>
      {isVisitor && <Banners />}
      {privacy && <PrivacyDialog privacy={privacy} />}
      {previews && <PreviewsDialog previews={previews} />}
    </>
  );
}
