import { useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/TextField.tsx';

/** Asks which user of the project the rows are seen as. */
export function UserDialog({ onClose, onChosen }: { onClose: () => void; onChosen: (user: string) => void }) {
  const [user, setUser] = useState('');
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title="View as a user"
      description="Policies see the ID and the email address of this user, as in a request of the app."
      footer={
        <Button type="submit" form={formId} variant="primary" disabled={user.trim() === ''}>
          View as this user
        </Button>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          onChosen(user.trim());
        }}
      >
        <TextField
          label="ID or email address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={user}
          onValueChange={setUser}
        />
      </form>
    </Dialog>
  );
}
