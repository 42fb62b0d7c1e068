import { css, cx } from 'styled-system/css';

export type ButtonVariant =
  | 'primary'
  | 'default'
  | 'secondary'
  | 'alternative'
  | 'outline'
  | 'dashed'
  | 'link'
  | 'text'
  | 'danger'
  | 'warning';
export type ButtonSize = 'tiny' | 'small' | 'medium' | 'large';

// Bases and variants never set the same property, so the order of the atomic classes does not matter.
const base = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1.5',
  flexShrink: '0',
  minWidth: { _coarse: 'control.large' },
  maxWidth: 'full',
  whiteSpace: 'nowrap',
  fontFamily: 'sans',
  fontWeight: 'medium',
  lineHeight: 'dense',
  borderWidth: 'hairline',
  borderRadius: 'medium',
  cursor: 'pointer',
  userSelect: 'none',
  textDecoration: 'none',
  transitionProperty: '[background-color, border-color, color]',
  transitionDuration: 'fast',
  '&:disabled, &[aria-disabled=true]': { cursor: 'not-allowed' },
  '&:disabled:not([aria-busy=true]), &[aria-disabled=true]': { opacity: 'faded' },
  '& > svg': { flexShrink: '0', boxSize: 'icon.small' },
});

const variants: Record<ButtonVariant, string> = {
  primary: css({
    color: 'onAccent',
    background: 'accentSolid',
    borderColor: 'accentSolid',
    borderStyle: 'solid',
    _hover: { background: 'accentSolidHover', borderColor: 'accentSolidHover' },
  }),
  default: css({
    color: 'text',
    background: 'surface',
    borderColor: 'edge',
    borderStyle: 'solid',
    _hover: { background: 'hover' },
  }),
  secondary: css({
    color: 'text',
    background: 'hover',
    borderColor: '[transparent]',
    borderStyle: 'solid',
    _hover: { borderColor: 'border' },
  }),
  alternative: css({
    color: 'accent',
    background: 'accentSubtle',
    borderColor: '[transparent]',
    borderStyle: 'solid',
    _hover: { borderColor: 'accent' },
  }),
  outline: css({
    color: 'text',
    background: '[transparent]',
    borderColor: 'border',
    borderStyle: 'solid',
    _hover: { background: 'hover' },
  }),
  dashed: css({
    color: 'text',
    background: '[transparent]',
    borderColor: 'border',
    borderStyle: 'dashed',
    _hover: { background: 'hover', borderStyle: 'solid' },
  }),
  link: css({
    color: 'accent',
    background: '[transparent]',
    borderColor: '[transparent]',
    borderStyle: 'solid',
    _hover: { textDecoration: 'underline' },
  }),
  text: css({
    color: 'text',
    background: '[transparent]',
    borderColor: '[transparent]',
    borderStyle: 'solid',
    _hover: { background: 'hover' },
  }),
  danger: css({
    color: 'onDanger',
    background: 'dangerSolid',
    borderColor: 'dangerSolid',
    borderStyle: 'solid',
    _hover: { background: 'dangerSolidHover', borderColor: 'dangerSolidHover' },
  }),
  warning: css({
    color: 'onWarning',
    background: 'warningSolid',
    borderColor: 'warningSolid',
    borderStyle: 'solid',
    _hover: { background: 'warningSolidHover', borderColor: 'warningSolidHover' },
  }),
};

const sizes: Record<ButtonSize, string> = {
  tiny: css({ height: 'control.tiny', fontSize: 'small' }),
  small: css({ height: 'control.small', fontSize: 'small' }),
  medium: css({ height: 'control.medium', fontSize: 'dense' }),
  large: css({ height: 'control.large', fontSize: 'prose' }),
};

const paddings: Record<ButtonSize, string> = {
  tiny: css({ paddingInline: '2' }),
  // Where it is as high as the others, it is as wide.
  small: css({ paddingInline: { base: '2', _coarse: '3' } }),
  medium: css({ paddingInline: '3' }),
  large: css({ paddingInline: '4' }),
};

const squares: Record<ButtonSize, string> = {
  tiny: css({ width: 'control.tiny' }),
  small: css({ width: 'control.small' }),
  medium: css({ width: 'control.medium' }),
  large: css({ width: 'control.large' }),
};

const wide = css({ width: 'full' });

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** As wide as its container. */
  block?: boolean | undefined;
}

export const buttonClass = ({ variant = 'default', size = 'medium', block = false }: ButtonLook): string =>
  cx(base, variants[variant], sizes[size], paddings[size], block && wide);

export const iconButtonClass = ({ variant = 'text', size = 'medium' }: Omit<ButtonLook, 'block'>): string =>
  cx(base, variants[variant], sizes[size], squares[size]);
