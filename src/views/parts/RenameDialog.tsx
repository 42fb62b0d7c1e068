import { useRef, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/TextField.tsx';

const form = css({ display: 'grid', gap: '3' });

interface RenameDialogProps {
  open: boolean;
  title: string;
  name: string;
  maxLength: number;
  description?: string;
  /** An empty name is none. */
  required?: boolean;
  /** The new name is being stored. */
  loading?: boolean;
  onNameChange: (name: string) => void;
  onRename: () => void;
  onClose: () => void;
  /** Why it could not be renamed. */
  children?: ReactNode;
}

/** Asks for another name. */
export function RenameDialog({
  open,
  title,
  name,
  maxLength,
  description,
  required = false,
  loading = false,
  onNameChange,
  onRename,
  onClose,
  children,
}: RenameDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={title}
      initialFocus={() => field.current}
      footer={
        <>
          <Button disabled={loading} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={loading} disabled={required && name.trim() === ''} onClick={onRename}>
            Rename
          </Button>
        </>
      }
    >
      <form
        className={form}
        onSubmit={(event) => {
          event.preventDefault();
          onRename();
        }}
      >
        <TextField
          ref={field}
          label="Name"
          description={description}
          value={name}
          maxLength={maxLength}
          autoComplete="off"
          readOnly={loading}
          onValueChange={onNameChange}
        />
        {children}
      </form>
    </Dialog>
  );
}
