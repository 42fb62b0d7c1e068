import type { ComponentPropsWithRef, ReactNode } from 'react';
import { iconButtonClass, type ButtonLook } from './buttonStyles.ts';
import { useStableFocus } from './focus/useStableFocus.ts';
import { Spinner } from './Spinner.tsx';

export interface IconButtonProps
  extends Omit<ButtonLook, 'block'>, Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'children'> {
  /** Accessible name, also the browser's tooltip. In a `Tooltip` give it an empty `title`. */
  label: string;
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
  title = label,
  ref,
  ...rest
}: IconButtonProps) {
  const button = useStableFocus(loading, ref);
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      className={iconButtonClass({ variant, size })}
      aria-label={label}
      title={title}
      disabled={loading || disabled}
      aria-busy={loading || undefined}
    >
      {loading ? <Spinner /> : icon}
    </button>
  );
}
