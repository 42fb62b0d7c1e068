import { useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/TextField.tsx';

/** Asks for another name of the conversation; an empty one stands for its first question. */
export function RenameDialog({
  name,
  onRename,
  onClose,
}: {
  name: string;
  onRename: (typed: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Rename conversation"
      initialFocus={() => field.current}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onRename(typed)}>
            Rename
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onRename(typed);
        }}
      >
        <TextField
          ref={field}
          label="Name"
          description="Without a name, it is called by its first question."
          value={typed}
          maxLength={120}
          autoComplete="off"
          onValueChange={setTyped}
        />
      </form>
    </Dialog>
  );
}
