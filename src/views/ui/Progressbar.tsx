import { css, cx } from 'styled-system/css';

export type ProgressTone = 'accent' | 'danger' | 'warning' | 'success';

const track = css({ height: '1', background: 'hover', borderRadius: 'full', overflow: 'hidden', outline: 'forced' });
const fill = css({
  height: 'full',
  borderRadius: 'full',
  transitionProperty: '[width, background-color]',
  transitionDuration: 'slow',
  _highContrast: { background: '[CanvasText]' },
});
const tones: Record<ProgressTone, string> = {
  accent: css({ background: 'accent' }),
  danger: css({ background: 'danger' }),
  warning: css({ background: 'warning' }),
  success: css({ background: 'success' }),
};

/** `value` in percent; `text` describes what the length and the color show. */
export const Progressbar = ({
  label,
  value,
  tone = 'accent',
  text,
}: {
  label: string;
  value: number;
  tone?: ProgressTone | undefined;
  text?: string | undefined;
}) => (
  <div
    className={track}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={value}
    aria-valuetext={text}
  >
    <div className={cx(fill, tones[tone])} style={{ width: `${value}%` }} />
  </div>
);
