import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { selectClipboard } from '../../machines/app/app.selectors.ts';
import type { clipboardMachine } from '../../machines/shell/clipboard/clipboard.machine.ts';
import { Button } from '../ui/Button.tsx';
import type { ButtonLook } from '../ui/buttonStyles.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useApp } from './app.context.ts';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps extends Pick<ButtonLook, 'variant' | 'size'> {
  /** What is copied, such as "connection string": completes "Copy …", and is unique on the page. */
  what: string;
  text: string;
  /** Shows a label beside the icon: "Copy", or this one. */
  labelled?: boolean | string | undefined;
}

const spoken = css({ srOnly: true });

/** `CopyButton` with the given clipboard. */
export function CopyButtonFor({
  clipboard,
  what,
  text,
  labelled = false,
  variant = 'text',
  size = 'small',
}: CopyButtonProps & { clipboard: ActorRefFrom<typeof clipboardMachine> | undefined }) {
  const { copied, copy } = useCopy(clipboard, what, text);
  const icon = copied ? <Check /> : <Copy />;
  return (
    <>
      {labelled !== false ? (
        <Button variant={variant} size={size} icon={icon} onClick={copy}>
          {copied ? 'Copied' : labelled === true ? 'Copy' : labelled}
        </Button>
      ) : (
        <Tooltip content={copied ? 'Copied' : `Copy ${what}`}>
          <IconButton variant={variant} size={size} icon={icon} label={`Copy ${what}`} tip={false} onClick={copy} />
        </Tooltip>
      )}
      <span className={spoken} role="status">
        {copied ? `Copied ${what}` : ''}
      </span>
    </>
  );
}

/** Copies a text to the clipboard and confirms it; a toast reports a failure. */
export const CopyButton = (props: CopyButtonProps) => (
  <CopyButtonFor {...props} clipboard={useSelector(useApp(), selectClipboard)} />
);
