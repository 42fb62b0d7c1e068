import { useState } from 'react';
import { RenameDialog } from '../parts/RenameDialog.tsx';

interface ConversationNameProps {
  name: string;
  onRename: (typed: string) => void;
  onClose: () => void;
}

/** Asks for another name of the conversation; an empty one stands for its first question. */
export function ConversationName({ name, onRename, onClose }: ConversationNameProps) {
  const [typed, setTyped] = useState(name);
  return (
    <RenameDialog
      open
      title="Rename conversation"
      name={typed}
      maxLength={120}
      description="Without a name, it is called by its first question."
      onNameChange={setTyped}
      onRename={() => onRename(typed)}
      onClose={onClose}
    />
  );
}
