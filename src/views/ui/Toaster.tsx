import { css, cx } from 'styled-system/css';
import type { Toast } from '../../contract/common/toast.ts';
import { ErrorGuideLine } from './ErrorGuide.tsx';
import { touchTargetClass } from './touchTarget.ts';

interface ToasterProps {
  /** Oldest first. */
  toasts: readonly (Toast & { id: number })[];
  onDismiss: (id: number) => void;
  /** The user points at or focuses the toasts, so they stay. */
  onAttention: (given: boolean) => void;
}

/** Where it is stands in the global styles: it depends on what else is at the foot of the window. */
const region = css({
  position: 'fixed',
  zIndex: 'toast',
  display: 'grid',
  gap: '2',
  pointerEvents: 'none',
});
const card = css({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '2.5',
  paddingBlock: '3',
  paddingInlineStart: '3',
  paddingInlineEnd: '2',
  background: 'raised',
  borderRadius: 'medium',
  boxShadow: 'float',
  outline: 'forced',
  animation: 'riseIn',
  pointerEvents: 'auto',
});
const glyph = css({ flexShrink: '0', boxSize: 'icon.medium', marginBlock: '0.5' });
const tones: Record<Toast['tone'], { color: string; path: string }> = {
  neutral: { color: css({ color: 'muted' }), path: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM8 7.2v4M8 4.9v.2' },
  danger: {
    color: css({ color: 'danger' }),
    path: 'M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3ZM8 4.6v4M8 11v.2',
  },
  warning: { color: css({ color: 'warning' }), path: 'M8 1.9 14.8 13.8H1.2ZM8 6.2v3.4M8 11.6v.2' },
  success: {
    color: css({ color: 'success' }),
    path: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM5 8.2l2.2 2.2L11.2 6',
  },
};
const words = css({ display: 'grid', gap: '0.5', flex: '1', minWidth: '0', overflowWrap: 'anywhere' });
const titleText = css({ textStyle: 'label' });
const bodyText = css({ color: 'muted' });
const requestText = css({ textStyle: 'small', color: 'muted', userSelect: 'all' });
const close = css({
  flexShrink: '0',
  boxSize: '5',
  borderRadius: 'small',
  color: 'muted',
  cursor: 'pointer',
  _hover: { color: 'text', background: 'hover' },
});

/** Short messages at the bottom right. The region is always rendered, so that screen readers announce its content. */
export const Toaster = ({ toasts, onDismiss, onAttention }: ToasterProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointer and focus only pause the timers
  <section
    className={region}
    data-part="toaster"
    aria-label="Notifications"
    aria-live="polite"
    onPointerEnter={() => onAttention(true)}
    onPointerLeave={() => onAttention(false)}
    onFocus={() => onAttention(true)}
    onBlur={(event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) onAttention(false);
    }}
  >
    {toasts.map((toast) => (
      <div key={toast.id} className={card} role={toast.tone === 'danger' ? 'alert' : undefined}>
        <svg
          className={cx(glyph, tones[toast.tone].color)}
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden
        >
          <path d={tones[toast.tone].path} />
        </svg>
        <div className={words}>
          <div className={titleText}>{toast.title}</div>
          {toast.description !== undefined && <div className={bodyText}>{toast.description}</div>}
          <ErrorGuideLine address={toast.guide} />
          {toast.requestId !== undefined && <div className={requestText}>Request ID {toast.requestId}</div>}
        </div>
        <button
          type="button"
          className={cx(close, touchTargetClass)}
          aria-label="Dismiss"
          onClick={() => onDismiss(toast.id)}
        >
          <svg
            viewBox="0 0 20 20"
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeLinecap="round"
            aria-hidden
          >
            <path d="m6 6 8 8M14 6l-8 8" />
          </svg>
        </button>
      </div>
    ))}
  </section>
);
