import { useSelector } from '@xstate/react';
import { createElement } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ambientServicesMachine } from '../../machines/ambient/ambientServices/ambientServices.machine.ts';
import { selectPreviews, selectPrivacy } from '../../machines/ambient/ambientServices/ambientServices.selectors.ts';
import { selectIsOpen as selectArePreviewsOpen } from '../../machines/ambient/previews/previews.selectors.ts';
import { selectIsOpen as selectIsPrivacyOpen } from '../../machines/ambient/privacy/privacy.selectors.ts';
import { selectUserId } from '../../machines/app/app.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { useFloating } from '../ui/floatingParts.ts';
import { ambientDialogsPart } from './ambientDialogsPart.ts';
import { Banners } from './Banners.tsx';

/** The dialogs that belong to no screen and, for visitors, whose screens have no frame, the banners. */
export default function AmbientViews({ flow }: { flow: ActorRefFrom<typeof ambientServicesMachine> }) {
  const isVisitor = useSelector(useApp(), (snapshot) => selectUserId(snapshot) === null);
  const privacy = useSelector(flow, selectPrivacy);
  const previews = useSelector(flow, selectPreviews);
  const isPrivacyOpen = useSelector(privacy, (snapshot) => snapshot !== undefined && selectIsPrivacyOpen(snapshot));
  const arePreviewsOpen = useSelector(
    previews,
    (snapshot) => snapshot !== undefined && selectArePreviewsOpen(snapshot),
  );
  const Dialogs = useFloating(ambientDialogsPart, isPrivacyOpen || arePreviewsOpen);
  return (
    <>
      {isVisitor && (
        <div aria-live="polite">
          <Banners />
        </div>
      )}
      {Dialogs && createElement(Dialogs, { privacy, previews })}
    </>
  );
}
