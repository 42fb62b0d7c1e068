import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { CopyButton } from '../parts/CopyButton.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';

const list = css({ display: 'grid', margin: '0', gridTemplateColumns: '[minmax(0, 1fr)]' });
const row = css({
  display: 'grid',
  gridTemplateColumns: { base: '[{sizes.name} minmax(0, 1fr) auto]', mdDown: '[minmax(0, 1fr) auto]' },
  columnGap: '3',
  alignItems: 'center',
  minHeight: 'control.large',
  '& + &': { borderTop: 'hairline' },
});
const name = css({
  textStyle: 'label',
  color: 'muted',
  gridColumn: { mdDown: '[1 / -1]' },
  paddingTop: { mdDown: '2' },
});
const value = css({ display: 'flex', minWidth: '0', margin: '0', textStyle: 'mono' });
const start = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' });
const end = css({ flexShrink: '0', whiteSpace: 'pre' });
const tools = css({ display: 'flex', margin: '0' });

/** How much of the end stays visible where the whole does not fit: keys differ there. */
const endLength = 12;

/** A list of values that programs connect with. */
export const ConnectionValues = ({ children }: { children: ReactNode }) => <dl className={list}>{children}</dl>;

/** The place of values that are loading. */
export const ConnectionValuesToCome = ({ label, rows }: { label: string; rows: number }) => (
  <SkeletonGroup label={label}>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} className={row}>
        <Skeleton width={60} />
        <Skeleton width={80} />
      </div>
    ))}
  </SkeletonGroup>
);

interface ConnectionValueProps {
  label: string;
  text: string;
  /** What the copy button copies, such as "the public key". */
  what: string;
  /** Hidden until the user asks for it. */
  secret?: boolean;
}

/** A value on one line, with an ellipsis in its middle where it does not fit. */
export function ConnectionValue({ label, text, what, secret = false }: ConnectionValueProps) {
  const [revealed, setRevealed] = useState(!secret);
  const shown = revealed ? text : '•'.repeat(24);
  const words = revealed ? `Hide ${what}` : `Show ${what}`;
  return (
    <div className={row}>
      <dt className={name}>{label}</dt>
      <dd className={value}>
        <span className={start} data-cut={revealed ? text : undefined}>
          {shown.slice(0, -endLength)}
        </span>
        <span className={end}>{shown.slice(-endLength)}</span>
      </dd>
      <dd className={tools}>
        {secret && (
          <Tooltip content={words}>
            <IconButton
              icon={revealed ? <EyeOff /> : <Eye />}
              label={words}
              tip={false}
              aria-pressed={revealed}
              onClick={() => setRevealed(!revealed)}
            />
          </Tooltip>
        )}
        <CopyButton what={what} text={text} size="medium" />
      </dd>
    </div>
  );
}
