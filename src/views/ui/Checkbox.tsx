import { css } from 'styled-system/css';
import { Toggle, type ToggleProps } from './Toggle.tsx';

const look = {
  row: css({ gap: '2' }),
  control: css({
    display: 'inline-grid',
    placeItems: 'center',
    boxSize: '4',
    marginBlock: { base: '0.5', _coarse: '3' },
    border: 'control',
    borderRadius: 'small',
    background: 'surface',
    _before: {
      content: '""',
      boxSize: '2.5',
      background: 'onAccent',
      clipPath: '[polygon(14% 44%, 0 58%, 38% 92%, 100% 22%, 86% 10%, 38% 64%)]',
      visibility: 'hidden',
    },
    _checked: { background: 'accentSolid', borderColor: 'accentSolid', _before: { visibility: 'visible' } },
    // In forced-colors mode the system draws the box.
    _highContrast: { appearance: 'auto' },
  }),
};

export const Checkbox = (props: ToggleProps) => <Toggle {...props} look={look} />;
