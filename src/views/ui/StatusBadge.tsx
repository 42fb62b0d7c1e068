import { css, cx } from 'styled-system/css';
import type { ProjectStatus } from '../../contract/projects/projectStatus.ts';

type Shape = 'disc' | 'halves' | 'turning' | 'cross' | 'triangle' | 'dash' | 'question';
type Tone = 'good' | 'quiet' | 'busy' | 'warning' | 'bad';

interface StatusLook {
  word: string;
  shape: Shape;
  tone: Tone;
}

/** The label, shape and tone of each status, so that color is never the only difference. */
export const statusLooks: Readonly<Record<ProjectStatus, StatusLook>> = {
  ACTIVE_HEALTHY: { word: 'Active', shape: 'disc', tone: 'good' },
  ACTIVE_UNHEALTHY: { word: 'Unhealthy', shape: 'triangle', tone: 'warning' },
  COMING_UP: { word: 'Setting up', shape: 'turning', tone: 'busy' },
  GOING_DOWN: { word: 'Deleting', shape: 'turning', tone: 'quiet' },
  INACTIVE: { word: 'Paused', shape: 'halves', tone: 'quiet' },
  INIT_FAILED: { word: 'Setup failed', shape: 'cross', tone: 'bad' },
  PAUSE_FAILED: { word: 'Pause failed', shape: 'cross', tone: 'bad' },
  PAUSING: { word: 'Pausing', shape: 'turning', tone: 'busy' },
  REMOVED: { word: 'Deleted', shape: 'dash', tone: 'quiet' },
  RESIZING: { word: 'Resizing', shape: 'turning', tone: 'busy' },
  RESTARTING: { word: 'Restarting', shape: 'turning', tone: 'busy' },
  RESTORE_FAILED: { word: 'Restore failed', shape: 'cross', tone: 'bad' },
  RESTORING: { word: 'Restoring', shape: 'turning', tone: 'busy' },
  UNKNOWN: { word: 'Unknown', shape: 'question', tone: 'warning' },
  UPGRADING: { word: 'Upgrading', shape: 'turning', tone: 'busy' },
};

const shapes: Record<Shape, { d: string; filled?: boolean }> = {
  disc: { d: 'M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z', filled: true },
  halves: { d: 'M4 2.5v7M8 2.5v7' },
  turning: { d: 'M10.5 6A4.5 4.5 0 1 1 6 1.5' },
  cross: { d: 'M2.5 2.5l7 7M9.5 2.5l-7 7' },
  triangle: { d: 'M6 1.5 11 10.5H1Z', filled: true },
  dash: { d: 'M2 6h8' },
  question: { d: 'M3.8 4.2A2.2 2.2 0 1 1 6 6.6v1M6 10v.1' },
};

const badge = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  whiteSpace: 'nowrap',
  textStyle: 'small',
  fontWeight: 'medium',
  lineHeight: 'dense',
  verticalAlign: 'top',
});
const glyph = css({ flexShrink: '0', boxSize: '3' });
const turning = css({ animation: 'spinSlowly' });
const tones: Record<Tone, string> = {
  good: css({ color: 'success' }),
  quiet: css({ color: 'muted' }),
  busy: css({ color: 'accent' }),
  warning: css({ color: 'warning' }),
  bad: css({ color: 'danger' }),
};

export function StatusBadge({ status }: { status: ProjectStatus }) {
  const { word, shape, tone } = statusLooks[status];
  const { d, filled = false } = shapes[shape];
  return (
    <span className={cx(badge, tones[tone])}>
      <svg
        className={cx(glyph, shape === 'turning' && turning)}
        viewBox="0 0 12 12"
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={filled ? 0 : 1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d={d} />
      </svg>
      {word}
    </span>
  );
}
