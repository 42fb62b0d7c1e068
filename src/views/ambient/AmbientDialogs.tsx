import type { ActorRefFrom } from 'xstate';
import type { previewsMachine } from '../../machines/ambient/previews/previews.machine.ts';
import type { privacyMachine } from '../../machines/ambient/privacy/privacy.machine.ts';
import { PreviewsDialog } from './PreviewsDialog.tsx';
import { PrivacyDialog } from './PrivacyDialog.tsx';

interface AmbientDialogsProps {
  privacy: ActorRefFrom<typeof privacyMachine> | undefined;
  previews: ActorRefFrom<typeof previewsMachine> | undefined;
}

/** The dialogs that belong to no screen. */
export default function AmbientDialogs({ privacy, previews }: AmbientDialogsProps) {
  return (
    <>
      {privacy && <PrivacyDialog privacy={privacy} />}
      {previews && <PreviewsDialog previews={previews} />}
    </>
  );
}
