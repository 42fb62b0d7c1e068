import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { consentMachine } from '../../machines/ambient/consent/consent.machine.ts';
import { selectIsAsking } from '../../machines/ambient/consent/consent.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { Button } from '../ui/Button.tsx';

// 32 px from the edges and as wide as a toast; on a phone a bar across the window. Below dialogs, because it opens one.
const corner = css({
  position: 'fixed',
  zIndex: 'sheet',
  insetBlockEnd: { base: '8', smDown: '0' },
  insetInlineEnd: { base: '8', smDown: '0' },
  insetInlineStart: { smDown: '0' },
  width: { base: 'toast', smDown: 'auto' },
  display: 'grid',
  gap: '3',
  padding: '4',
  background: 'raised',
  borderRadius: { base: 'medium', smDown: 'none' },
  boxShadow: 'float',
  outline: 'forced',
  animation: 'riseIn',
});
const words = css({ textWrap: 'pretty' });
const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  '& > button': { flexGrow: { base: '0', smDown: '1' } },
});

/** Height of the question at the bottom of the page, which a docked panel moves: other toasts are shown above it. */
const reportHeight = (element: HTMLElement) => {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--consent-top', `calc(${element.offsetHeight}px + ${getComputedStyle(element).bottom})`),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty('--consent-top');
  };
};

/** Asks for consent to telemetry, until the user answers. */
export function ConsentToast({ consent }: { consent: ActorRefFrom<typeof consentMachine> }) {
  const app = useApp();
  const isAsking = useSelector(consent, selectIsAsking);
  return (
    <div aria-live="polite">
      {isAsking && (
        <section ref={reportHeight} className={corner} aria-label="Telemetry">
          <p className={words}>Help improve Basechart by sharing usage data. Nothing is sent unless you accept.</p>
          <div className={actions}>
            <Button
              size="small"
              variant="primary"
              onClick={() => consent.send({ type: 'question.answered', choice: true })}
            >
              Accept
            </Button>
            <Button size="small" onClick={() => consent.send({ type: 'question.answered', choice: false })}>
              Opt out
            </Button>
            <Button size="small" variant="text" onClick={() => app.send({ type: 'privacy.opened' })}>
              Privacy settings
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
