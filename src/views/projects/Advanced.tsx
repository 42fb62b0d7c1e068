import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState, type ReactNode } from 'react';
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

/** Fields of a form that few users change, folded away until the user opens them or one of them is refused. */
export function Advanced({
  hint,
  needed = false,
  children,
}: {
  /** What is inside, in a few words. */
  hint: string;
  /** A field inside needs the user. */
  needed?: boolean;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={frame} open={opened || needed} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary className={head}>
        <ChevronRight aria-hidden />
        Advanced
        <span className={hintText}>{hint}</span>
      </summary>
      <div className={body}>{children}</div>
    </details>
  );
}
