import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import type { ActorRefFrom } from 'xstate';
import type { docsSearchMachine } from '../../machines/docs/docsSearch/docsSearch.machine.ts';
import { byFingerClass } from '../ui/commandListStyles.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { DocsPanel } from './DocsPanel.tsx';

interface DocsSearchProps {
  flow: ActorRefFrom<typeof docsSearchMachine>;
  /** Returns to the page of the palette before. */
  onBack: () => void;
  onClose: () => void;
}

/** The search of the docs, as a page of the command palette. */
export default function DocsSearch({ flow, onBack, onClose }: DocsSearchProps) {
  return (
    <DocsPanel
      flow={flow}
      before={<IconButton size="small" label="Back" icon={<ArrowLeft />} onClick={onBack} />}
      after={
        <span className={byFingerClass}>
          <IconButton size="small" label="Close" icon={<X />} onClick={onClose} />
        </span>
      }
      onBack={onBack}
    />
  );
}
