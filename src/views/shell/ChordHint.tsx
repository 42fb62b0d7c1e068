import { useSelector } from '@xstate/react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { shortcutsMachine } from '../../machines/shell/shortcuts/shortcuts.machine.ts';
import { selectChoices, selectPrefix } from '../../machines/shell/shortcuts/shortcuts.selectors.ts';
import { shortcuts as table } from '../../router/shortcuts.ts';
import { floatClass } from '../ui/floatStyles.ts';
import { Kbd } from '../ui/Kbd.tsx';

const frame = css({
  position: 'fixed',
  insetBlockEnd: '4',
  insetInline: '0',
  marginInline: 'auto',
  width: 'fit',
  maxWidth: 'full',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  rowGap: '1',
  paddingBlock: '2',
  paddingInline: '3',
  textStyle: 'small',
  color: 'muted',
  pointerEvents: 'none',
});
const choice = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5', color: 'text' });

/** Lists the possible second keys while a chord is pending. */
export function ChordHint({ shortcuts }: { shortcuts: ActorRefFrom<typeof shortcutsMachine> }) {
  const prefix = useSelector(shortcuts, selectPrefix);
  const choices = useSelector(
    shortcuts,
    selectChoices,
    (a, b) => a.length === b.length && a.every(({ id, next }, index) => b[index]?.id === id && b[index].next === next),
  );
  if (prefix === null || choices.length === 0) return null;
  return (
    <div className={cx(floatClass, frame)} role="status" aria-label="Chord">
      <span>
        <Kbd>{prefix}</Kbd> then
      </span>
      {choices.map(({ id, next }) => (
        <span key={id} className={choice}>
          <Kbd>{next}</Kbd>
          {table[id].label}
        </span>
      ))}
    </div>
  );
}
