import type { ComponentPropsWithRef, ReactNode } from 'react';
import { css } from 'styled-system/css';
import { buttonClass, type ButtonLook } from './buttonStyles.ts';
import { useStableFocus } from './focus/useStableFocus.ts';
import { Spinner } from './Spinner.tsx';

interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> {
  /** Shows a spinner in place of the icon and ignores clicks. */
  loading?: boolean | undefined;
  icon?: ReactNode;
  iconEnd?: ReactNode;
}

const words = css({ overflow: 'hidden', textOverflow: 'ellipsis' });

export function Button({
  variant,
  size,
  block,
  loading = false,
  icon,
  iconEnd,
  disabled,
  type = 'button',
  ref,
  children,
  ...rest
}: ButtonProps) {
  const button = useStableFocus(loading, ref);
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      className={buttonClass({ variant, size, block })}
      disabled={loading || disabled}
      aria-busy={loading || undefined}
    >
      {loading ? <Spinner /> : icon}
      <span className={words}>{children}</span>
      {iconEnd}
    </button>
  );
}
