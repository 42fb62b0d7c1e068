import { css } from 'styled-system/css';
import { Toggle, type ToggleProps } from './Toggle.tsx';

const look = {
  row: css({ gap: '3' }),
  label: css({ textStyle: 'label' }),
  control: css({
    width: '8',
    height: '5',
    marginBlock: { base: '0', _coarse: '2.5' },
    borderRadius: 'full',
    background: 'border',
    transitionProperty: '[background-color]',
    transitionDuration: 'normal',
    // The thumb moves as well, so that color is not the only difference.
    _before: {
      content: '""',
      position: 'absolute',
      insetBlockStart: '0.5',
      insetInlineStart: '0.5',
      boxSize: '4',
      borderRadius: 'full',
      background: 'onAccent',
      transitionProperty: '[transform]',
      transitionDuration: 'normal',
    },
    _checked: { background: 'accentSolid', _before: { transform: 'translateX(12px)' } },
    // In forced-colors mode the system draws a checkbox.
    _highContrast: { appearance: 'auto', width: '4', height: '4', _before: { content: 'none' } },
  }),
};

/** A switch that takes effect immediately; inside a form that is submitted later use `Checkbox`. */
export const Switch = (props: ToggleProps) => <Toggle {...props} isSwitch look={look} />;
