import { useRef, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { Button } from './Button.tsx';
import type { ButtonVariant } from './buttonStyles.ts';
import { Dialog } from './Dialog.tsx';
import type { DialogSize } from './DialogWindow.tsx';
import { TextField } from './TextField.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  /** Names the thing: "Pause project north-sea". */
  title: ReactNode;
  description?: ReactNode;
  variant?: 'success' | 'danger' | 'warning' | undefined;
  size?: DialogSize | undefined;
  confirmLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** The confirmed action is running: all buttons are disabled until it ends. */
  loading?: boolean | undefined;
  /** False where something prevents it, which `children` say. */
  canConfirm?: boolean;
  /** For what cannot be undone: the user must type the name before Confirm works. */
  typed?: { expected: string; value: string; onValueChange: (value: string) => void } | undefined;
  onConfirm: () => void;
  /** Cancel, Escape or the close button. */
  onCancel: () => void;
  children?: ReactNode;
}

const confirmVariants: Record<NonNullable<ConfirmDialogProps['variant']>, ButtonVariant> = {
  success: 'primary',
  danger: 'danger',
  warning: 'warning',
};
const form = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '4' });

export function ConfirmDialog({
  open,
  title,
  description,
  variant = 'success',
  size = 'small',
  confirmLabel = 'Confirm',
  cancelLabel = 'Cancel',
  loading = false,
  canConfirm = true,
  typed,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const ready = canConfirm && (typed === undefined || typed.value === typed.expected);
  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!loading) onCancel();
      }}
      title={title}
      description={description}
      size={size}
      role="alertdialog"
      // The safe button has the focus, so that an early Enter loses nothing.
      initialFocus={() => field.current ?? cancel.current}
      footer={
        <>
          <Button ref={cancel} disabled={loading} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant={confirmVariants[variant]} loading={loading} disabled={!ready} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children == null && typed === undefined ? undefined : (
        <form
          className={form}
          onSubmit={(event) => {
            event.preventDefault();
            if (ready && !loading) onConfirm();
          }}
        >
          {children}
          {typed && (
            <TextField
              ref={field}
              label={`Type “${typed.expected}” to confirm`}
              value={typed.value}
              onValueChange={typed.onValueChange}
              autoComplete="off"
              readOnly={loading}
            />
          )}
        </form>
      )}
    </Dialog>
  );
}
