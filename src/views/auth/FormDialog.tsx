import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

const fields = css({ display: 'grid', gap: '4' });

interface FormDialogProps {
  title: string;
  description: string;
  size?: 'small' | 'medium' | undefined;
  submitLabel: string;
  busy: boolean;
  /** From `useForm`. */
  form: ComponentPropsWithRef<'form'>;
  onCancel: () => void;
  /** Present while there are edits that a draft keeps. */
  onDiscard?: (() => void) | undefined;
  children: ReactNode;
}

/** A dialog that is one form. It stays while its request runs. */
export function FormDialog({
  title,
  description,
  size = 'medium',
  submitLabel,
  busy,
  form,
  onCancel,
  onDiscard,
  children,
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open
      size={size}
      title={title}
      description={description}
      onClose={() => {
        if (!busy) onCancel();
      }}
      footer={
        <>
          {onDiscard && (
            <Button disabled={busy} onClick={onDiscard}>
              Discard changes
            </Button>
          )}
          <Button disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className={fields}>
        {children}
      </form>
    </Dialog>
  );
}
