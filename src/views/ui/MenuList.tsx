import { Menu as Ark } from '@ark-ui/react/menu';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { Link } from '../../router/Link.tsx';
import { floatClass } from './floatStyles.ts';
import { Kbd } from './Kbd.tsx';

interface Words {
  key: string;
  label: ReactNode;
  /** What typing jumps to, where the label is not plain text. */
  text?: string | undefined;
  icon?: ReactNode;
  /** A second line, or a fact at the right. */
  detail?: ReactNode;
  shortcut?: string | undefined;
  disabled?: boolean | undefined;
  tone?: 'default' | 'danger' | undefined;
}

export type MenuItem =
  | (Words & { kind: 'action'; onSelect: () => void })
  | (Words & { kind: 'link'; href: string; current?: boolean | undefined })
  | (Words & {
      kind: 'choice';
      checked: boolean;
      /** Otherwise the menu stays open, so that choices can be tried one after the other. */
      closes?: boolean;
      /** Stands for itself, and not for one of several. */
      isSwitch?: boolean;
      onSelect: () => void;
    })
  | { kind: 'separator'; key: string }
  | { kind: 'heading'; key: string; label: ReactNode };

export interface MenuListProps {
  /** Id of the element that it belongs to, where the focus goes back; it opens beside it, or at the point. */
  triggerId: string;
  /** A point of the window. */
  point?: { x: number; y: number } | undefined;
  listId: string;
  label: string;
  items: readonly MenuItem[];
  align: 'start' | 'end';
  /** Opened by keyboard: the first entry is highlighted. */
  byKey: boolean;
  onClose: () => void;
}

const content = css({
  minWidth: 'menu',
  maxWidth: 'popover',
  // For a finger the rows are higher.
  maxHeight: { base: '[min(420px, var(--available-height))]', _coarse: '[min(600px, var(--available-height))]' },
  overflowY: 'auto',
  padding: '1',
});
const item = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'control.small',
  paddingBlock: '1',
  paddingInline: '2',
  borderRadius: 'small',
  cursor: 'pointer',
  textDecoration: 'none',
  outline: 'none',
  '&[data-highlighted]': { background: 'hover', outline: 'forced', outlineOffset: '-0.5' },
  '&[data-disabled]': { color: 'disabled', cursor: 'not-allowed' },
  '& > svg': { flexShrink: '0', boxSize: 'icon.small', color: 'muted' },
  // Touch screens have no keys.
  '& > kbd': { _coarse: { display: 'none' } },
});
const tones = { default: css({ color: 'text' }), danger: css({ color: 'danger' }) };
// A long name continues on the next line: its end may be what tells it from others.
const words = css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' });
const detailText = css({ textStyle: 'small', color: 'muted', flexShrink: '0' });
const tick = css({
  flexShrink: '0',
  boxSize: 'icon.small',
  visibility: 'hidden',
  '&[data-checked]': { visibility: 'visible' },
});
const separator = css({ height: 'px', background: 'hairline', marginBlock: '1', border: 'none' });
const heading = css({
  textStyle: 'tiny',
  color: 'muted',
  paddingBlock: '1',
  paddingInline: '2',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

const ItemWords = ({ item: { icon, label, detail, shortcut } }: { item: Words }) => (
  <>
    {icon}
    <span className={words}>{label}</span>
    {detail != null && <span className={detailText}>{detail}</span>}
    {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
  </>
);

function MenuRow({ entry }: { entry: MenuItem }) {
  if (entry.kind === 'separator') return <Ark.Separator className={separator} />;
  if (entry.kind === 'heading')
    return (
      <div className={heading} data-cut="">
        {entry.label}
      </div>
    );
  const common = {
    value: entry.key,
    className: cx(item, tones[entry.tone ?? 'default']),
    ...(entry.disabled && { disabled: true }),
    ...(entry.text !== undefined && { valueText: entry.text }),
    // By key too, because Ark clicks what Enter is pressed on.
    ...('onSelect' in entry && !entry.disabled && { onClick: entry.onSelect }),
  };
  if (entry.kind === 'link') {
    return (
      <Ark.Item {...common} asChild>
        <Link href={entry.href} aria-current={entry.current ? 'page' : undefined}>
          <ItemWords item={entry} />
          {entry.current && <Check aria-hidden />}
        </Link>
      </Ark.Item>
    );
  }
  if (entry.kind === 'choice') {
    return (
      <Ark.Item
        {...common}
        role={entry.isSwitch ? 'menuitemcheckbox' : 'menuitemradio'}
        aria-checked={entry.checked}
        closeOnSelect={entry.closes ?? false}
      >
        <ItemWords item={entry} />
        <Check className={tick} data-checked={entry.checked || undefined} aria-hidden />
      </Ark.Item>
    );
  }
  return (
    <Ark.Item {...common}>
      <ItemWords item={entry} />
    </Ark.Item>
  );
}

const firstOf = (items: readonly MenuItem[]): string | undefined =>
  items.find((entry) => entry.kind !== 'separator' && entry.kind !== 'heading' && !entry.disabled)?.key;

/** A menu's list while it is open: `Menu` shows it. */
export default function MenuList({ triggerId, point, listId, label, items, align, byKey, onClose }: MenuListProps) {
  const first = byKey ? firstOf(items) : undefined;
  return (
    <Ark.Root
      ids={{ trigger: triggerId, content: listId }}
      aria-label={label}
      positioning={{
        strategy: 'fixed',
        placement: align === 'start' ? 'bottom-start' : 'bottom-end',
        gutter: 4,
        ...(point && { getAnchorRect: () => ({ ...point, width: 0, height: 0 }) }),
      }}
      defaultOpen
      {...(first !== undefined && { defaultHighlightedValue: first })}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
      // Ark's own click on a link does not bubble: React would not hear it, and the browser would reload the page.
      navigate={({ node }) => queueMicrotask(() => node.click())}
    >
      <Ark.Positioner>
        {/* Ark names it by its trigger, which at a point is not what the menu is about. */}
        <Ark.Content className={cx(floatClass, content)} {...(point && { 'aria-labelledby': '' })}>
          {items.map((entry) => (
            <MenuRow key={entry.key} entry={entry} />
          ))}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  );
}
