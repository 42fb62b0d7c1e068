import type { ComponentPropsWithRef, ReactNode } from 'react';
import { iconButtonClass, type ButtonLook } from './buttonStyles.ts';
import { useStableFocus } from './focus/useStableFocus.ts';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps
  extends
    Omit<ButtonLook, 'block'>,
    Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'children' | 'title'> {
  /** Accessible name, also the tooltip. */
  label: string;
  /** False where something else explains it, such as a `Tooltip` with other words or a menu's `tip`. */
  tip?: boolean | undefined;
  icon: ReactNode;
  loading?: boolean | undefined;
}

export function IconButton({
  label,
  icon,
  variant,
  size,
  loading = false,
  disabled,
  type = 'button',
  tip = true,
  ref,
  ...rest
}: IconButtonProps) {
  const button = useStableFocus(loading, ref);
  const element = (
    <button
      {...rest}
      ref={button}
      type={type}
      className={iconButtonClass({ variant, size })}
      aria-label={label}
      disabled={loading || disabled}
      aria-busy={loading || undefined}
    >
      {loading ? <Spinner /> : icon}
    </button>
  );
  return tip ? (
    <Tooltip content={label} triggerId={rest.id}>
      {element}
    </Tooltip>
  ) : (
    element
  );
}
