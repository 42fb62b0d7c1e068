import { css } from 'styled-system/css';

/** At least 40 × 40 px for a finger, however small it looks. The space around it must be free of other targets. */
export const touchTargetClass = css({
  position: 'relative',
  _after: {
    _coarse: {
      content: '""',
      position: 'absolute',
      insetBlockStart: '[50%]',
      insetInlineStart: '[50%]',
      boxSize: 'full',
      minWidth: 'control.large',
      minHeight: 'control.large',
      transform: '[translate(-50%, -50%)]',
    },
  },
});
