import { Fragment } from 'react';
import { css, cx } from 'styled-system/css';
import { Kbd } from './Kbd.tsx';
import { strokeText } from './strokeText.ts';

const frame = css({ display: 'inline-flex', alignItems: 'center', gap: '1', flexShrink: '0' });
// Nobody presses keys on a touch screen.
const beside = css({ _coarse: { display: 'none' } });
const then = css({ textStyle: 'tiny', color: 'muted' });

export interface KeysProps {
  /** As the table of shortcuts writes them: `Mod+K`, `G H`. */
  keys: string;
  /** In words as well, where keys are the subject; elsewhere they stand beside what they do, and are not read out with it. */
  spelled?: boolean | undefined;
}

/** How a shortcut is pressed. */
export const Keys = ({ keys, spelled = false }: KeysProps) => (
  <span className={cx(frame, !spelled && beside)} aria-hidden={!spelled || undefined}>
    {keys.split(' ').map((stroke, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a chord may have the same stroke twice
      <Fragment key={index}>
        {index > 0 && spelled && <span className={then}>then</span>}
        <Kbd>{strokeText(stroke)}</Kbd>
      </Fragment>
    ))}
  </span>
);
