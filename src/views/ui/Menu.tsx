import { Menu as Ark } from '@ark-ui/react/menu';
import Check from 'lucide-react/icons/check';
import { useId, type ReactElement, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { Link } from '../../router/Link.tsx';
import { floatClass } from './floatStyles.ts';
import { Kbd } from './Kbd.tsx';
import { Tooltip } from './Tooltip.tsx';

interface Words {
  key: string;
  label: ReactNode;
  /** Text for typeahead, where the label is not plain text. */
  text?: string | undefined;
  icon?: ReactNode;
  /** A second line, or a detail on the right. */
  detail?: ReactNode;
  shortcut?: string | undefined;
  disabled?: boolean | undefined;
  tone?: 'default' | 'danger' | undefined;
}

export type MenuItem =
  | (Words & { kind: 'action'; onSelect: () => void })
  | (Words & { kind: 'link'; href: string; current?: boolean | undefined })
  /** Stays open, so that the user can try several choices. */
  | (Words & { kind: 'choice'; checked: boolean; onSelect: () => void })
  | { kind: 'separator'; key: string }
  | { kind: 'heading'; key: string; label: ReactNode };

export interface MenuProps {
  /** Names the menu. */
  label: string;
  /** A button, which becomes the menu button. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  /** Tooltip for a trigger that is only an icon. */
  tip?: string | undefined;
  align?: 'start' | 'end' | undefined;
  /** Set if a chart controls whether it is open; otherwise the menu is uncontrolled. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

const content = css({
  minWidth: 'menu',
  maxWidth: 'popover',
  maxHeight: '[min(420px, var(--available-height))]',
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
});
const tones = { default: css({ color: 'text' }), danger: css({ color: 'danger' }) };
const words = css({ flex: '1', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
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
    <span className={words} title={typeof label === 'string' ? label : undefined}>
      {label}
    </span>
    {detail != null && <span className={detailText}>{detail}</span>}
    {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
  </>
);

function MenuRow({ entry }: { entry: MenuItem }) {
  if (entry.kind === 'separator') return <Ark.Separator className={separator} />;
  if (entry.kind === 'heading') return <div className={heading}>{entry.label}</div>;
  const common = {
    value: entry.key,
    className: cx(item, tones[entry.tone ?? 'default']),
    ...(entry.disabled && { disabled: true }),
    ...(entry.text !== undefined && { valueText: entry.text }),
    // Works by keyboard too, because Ark clicks the item on Enter.
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
      <Ark.Item {...common} role="menuitemradio" aria-checked={entry.checked} closeOnSelect={false}>
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

/** A list of actions, links or choices behind a button. Arrow keys, first letters, Home, End and Escape work. */
export function Menu({ label, trigger, items, tip, align = 'start', open, onOpenChange }: MenuProps) {
  const triggerId = useId();
  const button = <Ark.Trigger asChild>{trigger}</Ark.Trigger>;
  return (
    <Ark.Root
      ids={{ trigger: triggerId }}
      aria-label={label}
      positioning={{ strategy: 'fixed', placement: align === 'start' ? 'bottom-start' : 'bottom-end', gutter: 4 }}
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (change) => onOpenChange(change.open) })}
      // Ark's own click on a link does not bubble, so React would miss it and the browser would reload the page.
      navigate={({ node }) => queueMicrotask(() => node.click())}
      lazyMount
      unmountOnExit
    >
      {tip === undefined ? (
        button
      ) : (
        <Tooltip content={tip} side="bottom" triggerId={triggerId}>
          {button}
        </Tooltip>
      )}
      <Ark.Positioner>
        <Ark.Content className={cx(floatClass, content)}>
          {items.map((entry) => (
            <MenuRow key={entry.key} entry={entry} />
          ))}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  );
}
