import { Fragment } from 'react';
import { css, cx } from 'styled-system/css';
import { Kbd } from './Kbd.tsx';
import { strokeText } from './strokeText.ts';

const frame = css({ display: 'inline-flex', alignItems: 'center', gap: '1', flexShrink: '0' });
// Touch screens have no keys.
const beside = css({ _coarse: { display: 'none' } });
const then = css({ textStyle: 'tiny', color: 'muted' });

interface KeysProps {
  /** In the notation of the shortcuts table: `Mod+K`, `G H`. */
  keys: string;
  /** As text for screen readers too, where the keys are the content; beside a command they are hidden from them. */
  spelled?: boolean | undefined;
}

/** The keys of a shortcut. */
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
