import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

const frame = css({ borderTop: 'hairline', paddingTop: '4', '&[open] > summary > svg': { rotate: '[90deg]' } });
const head = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'control.medium',
  width: 'fit',
  maxWidth: 'full',
  textStyle: 'label',
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: 'small',
  '&::-webkit-details-marker': { display: 'none' },
  '& > svg': {
    flexShrink: '0',
    boxSize: 'icon.small',
    color: 'muted',
    transitionProperty: '[rotate]',
    transitionDuration: 'normal',
  },
  mdDown: { minHeight: 'control.large' },
});
const hintText = css({ textStyle: 'small', color: 'muted', fontWeight: 'regular' });
const body = css({ display: 'grid', gap: '6', paddingTop: '4' });

/** Fields of a form that few users change, folded away until the user opens them. */
export function Advanced({
  hint,
  children,
}: {
  /** What is inside, in a few words. */
  hint: string;
  children: ReactNode;
}) {
  return (
    <details className={frame}>
      <summary className={head}>
        <ChevronRight aria-hidden />
        Advanced
        <span className={hintText}>{hint}</span>
      </summary>
      <div className={body}>{children}</div>
    </details>
  );
}
