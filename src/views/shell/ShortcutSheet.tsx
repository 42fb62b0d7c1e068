import type { ActorRefFrom } from 'xstate';
import { selectShortcuts } from '../../machines/app/workspace/workspace.selectors.ts';
import type { overlayMachine } from '../../machines/parts/overlay/overlay.machine.ts';
import { useShortcut } from '../parts/useShortcut.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useReturnFocus } from '../ui/focus/useReturnFocus.ts';
import { strokeText } from '../ui/strokeText.ts';
import { ShortcutTable } from './ShortcutTable.tsx';

/** The shortcuts of the current page, each with a switch. */
export default function ShortcutSheet({ flow }: { flow: ActorRefFrom<typeof overlayMachine> }) {
  const shortcuts = useWorkspace(selectShortcuts);
  const focusBefore = useReturnFocus();
  const close = () => flow.send({ type: 'overlay.closed' });
  useShortcut('sheet', () => flow.send({ type: 'overlay.toggled' }), { inDialog: true });
  return (
    <Dialog
      open
      onClose={close}
      size="medium"
      finalFocus={focusBefore}
      title="Keyboard shortcuts"
      description={`Shortcuts available on this page. While you type, single-key shortcuts and ${strokeText('Mod+/')} are disabled.`}
      footer={<Button onClick={close}>Done</Button>}
    >
      {shortcuts && <ShortcutTable shortcuts={shortcuts} />}
    </Dialog>
  );
}
