import { useSelector } from '@xstate/react';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { useEffect, type FocusEvent, type PointerEvent, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { navigationRailMachine } from '../../machines/shell/navigationRail/navigationRail.machine.ts';
import {
  selectIsExpanded,
  selectIsNarrow,
  selectIsPinned,
  selectIsSheetOpen,
} from '../../machines/shell/navigationRail/navigationRail.selectors.ts';
import { Link } from '../../router/Link.tsx';
import type { ShortcutId } from '../../router/shortcuts.ts';
import { useShortcutKeys } from '../parts/useShortcut.ts';
import { Keys } from '../ui/Keys.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';

export interface Destination {
  key: string;
  label: string;
  href: string;
  icon: ReactNode;
  current: boolean;
  shortcut?: ShortcutId | undefined;
}

interface NavigationRailProps {
  rail: ActorRefFrom<typeof navigationRailMachine>;
  /** Groups, separated by a line. */
  destinations: readonly (readonly Destination[])[];
}

// The rail keeps its width; the expanded rail covers the content, unless pinned.
const frame = css({
  position: 'relative',
  flexShrink: '0',
  zIndex: 'rail',
  transitionProperty: '[width]',
  transitionDuration: 'normal',
});
const widths = { small: css({ width: 'rail.collapsed' }), large: css({ width: 'rail.expanded' }) };
const panel = css({
  position: 'absolute',
  insetBlock: '0',
  insetInlineStart: '0',
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  background: 'surface',
  borderInlineEnd: 'hairline',
  transitionProperty: '[width, box-shadow]',
  transitionDuration: 'normal',
  transitionTimingFunction: 'out',
});
const floating = css({ boxShadow: 'float' });
const list = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '0.5',
  paddingBlock: '2',
  paddingInline: { base: '1.5', _coarse: '0.5' },
  listStyle: 'none',
  margin: '0',
  '&:not(:first-of-type)': { borderTop: 'hairline' },
});
const link = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  height: 'control.medium',
  width: 'full',
  paddingInline: { base: '2.5', _coarse: '[calc({spacing.3} + {spacing.0.5})]' },
  borderRadius: 'medium',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textStyle: 'label',
  textDecoration: 'none',
  cursor: 'pointer',
  textAlign: 'start',
  _focusVisible: { outlineOffset: '-0.5' },
  '& > svg': { flexShrink: '0', boxSize: 'icon.medium' },
});
const looks = {
  plain: css({ color: 'muted', _hover: { color: 'text', background: 'hover' } }),
  current: css({
    color: 'accent',
    background: 'selected',
    '&:not(:focus-visible)': { outline: 'forced', outlineOffset: '-0.5' },
  }),
};
const words = css({
  flex: '1',
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  transitionProperty: '[opacity]',
  transitionDuration: 'normal',
});
const hidden = css({ opacity: '0' });
const foot = css({
  marginTop: 'auto',
  paddingBlock: '1.5',
  paddingInline: { base: '1.5', _coarse: '0.5' },
  borderTop: 'hairline',
});

const KeysOf = ({ shortcut }: { shortcut: ShortcutId }) => {
  const keys = useShortcutKeys(shortcut);
  return keys !== undefined && <Keys keys={keys} />;
};

interface DestinationsProps {
  destinations: NavigationRailProps['destinations'];
  named: boolean;
  onChosen?: () => void;
}

const Destinations = ({ destinations, named, onChosen }: DestinationsProps) =>
  destinations.map((group) => (
    <ul key={group[0]?.key} className={list}>
      {group.map(({ key, label, href, icon, current, shortcut }) => (
        <li key={key}>
          <Link
            href={href}
            className={cx(link, current ? looks.current : looks.plain)}
            aria-current={current ? 'page' : undefined}
            onClick={onChosen}
          >
            {icon}
            <span className={cx(words, !named && hidden)}>{label}</span>
            {named && shortcut !== undefined && <KeysOf shortcut={shortcut} />}
          </Link>
        </li>
      ))}
    </ul>
  ));

function Rail({ rail, destinations }: NavigationRailProps) {
  const expanded = useSelector(rail, selectIsExpanded);
  const pinned = useSelector(rail, selectIsPinned);
  // A touch enters and clicks in one gesture, so it must not expand the rail.
  const byMouse = (type: 'pointer.entered' | 'pointer.left') => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') rail.send({ type });
  };
  const focused = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) rail.send({ type: 'focus.entered' });
  };
  const blurred = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) rail.send({ type: 'focus.left' });
  };
  const close = () => rail.send({ type: 'rail.closed' });
  const covers = expanded && !pinned;
  useEffect(() => {
    if (!covers) return undefined;
    // On the window, because a rail that the pointer opened does not have the focus.
    const pressed = (event: KeyboardEvent) => {
      // What is open over the page takes the key first.
      if (event.key === 'Escape' && !event.defaultPrevented) rail.send({ type: 'rail.closed' });
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [covers, rail]);
  return (
    <div className={cx(frame, pinned ? widths.large : widths.small)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they only show or hide names; every link works without them */}
      <nav
        aria-label="Main"
        data-expanded={expanded || undefined}
        className={cx(panel, expanded ? widths.large : widths.small, covers && floating)}
        onPointerEnter={byMouse('pointer.entered')}
        onPointerLeave={byMouse('pointer.left')}
        onFocus={focused}
        onBlur={blurred}
      >
        <Destinations destinations={destinations} named={expanded} onChosen={close} />
        <div className={foot}>
          <button
            type="button"
            className={cx(link, looks.plain)}
            // A click caused by the keyboard: its detail is 0.
            onClick={(event) => rail.send({ type: 'pin.toggled', underPointer: event.detail > 0 })}
          >
            {pinned ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
            <span className={cx(words, !expanded && hidden)}>{pinned ? 'Unpin sidebar' : 'Pin sidebar'}</span>
          </button>
        </div>
      </nav>
    </div>
  );
}

/** The main navigation; at or below 767 px, a sheet that a button in the top bar opens. */
export function NavigationRail({ rail, destinations }: NavigationRailProps) {
  const narrow = useSelector(rail, selectIsNarrow);
  const open = useSelector(rail, selectIsSheetOpen);
  if (!narrow) return <Rail rail={rail} destinations={destinations} />;
  return (
    <SidePanel side="left" title="Basechart" open={open} onClose={() => rail.send({ type: 'sheet.closed' })}>
      <nav aria-label="Main">
        <Destinations destinations={destinations} named />
      </nav>
    </SidePanel>
  );
}
