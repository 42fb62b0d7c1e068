import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import type { tabsAndFavoritesMachine } from '../../machines/tables/tabsAndFavorites/tabsAndFavorites.machine.ts';
import { selectTabs } from '../../machines/tables/tabsAndFavorites/tabsAndFavorites.selectors.ts';
import { href } from '../../router/href.ts';
import { usePath } from '../../router/useLocation.ts';
import { Badge } from '../ui/Badge.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { KeptTableLink } from './KeptTableLink.tsx';

const strip = css({
  display: 'flex',
  flexShrink: '0',
  overflowX: 'auto',
  margin: '0',
  padding: '0',
  listStyle: 'none',
  borderBottom: 'hairline',
  background: 'canvas',
  scrollbarWidth: '[thin]',
});
const tab = css({
  display: 'flex',
  alignItems: 'center',
  flexShrink: '0',
  maxWidth: '[16rem]',
  borderInlineEnd: 'hairline',
  paddingInlineEnd: '1',
  '&:has(> [aria-current=page])': { background: 'surface' },
});
const link = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  minWidth: '0',
  minHeight: { base: 'control.small', _coarse: 'control.large' },
  paddingInlineStart: '2',
  textStyle: 'small',
  color: 'muted',
  textDecoration: 'none',
  '&[aria-current=page]': { color: 'text', fontWeight: 'medium' },
  _focusVisible: { outlineOffset: '-0.5' },
  '& > svg': { boxSize: 'icon.small', flexShrink: '0' },
});

interface TableTabsProps {
  flow: ActorRefFrom<typeof tabsAndFavoritesMachine>;
  projectRef: string;
}

const showOpenTab = (list: HTMLElement | null) =>
  list?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The tables that are open. Arrow keys move between them, Delete closes one. */
export function TableTabs({ flow, projectRef }: TableTabsProps) {
  const tabs = useSelector(flow, selectTabs);
  const path = usePath();
  const list = useRef<HTMLUListElement>(null);
  const close = (id: number) => {
    const isShown = path === href('table', { ref: projectRef, id: String(id) });
    flow.send({ type: 'tab.closed', id, isShown });
  };
  const isEmpty = tabs.length === 0;
  useEffect(() => {
    if (isEmpty) return undefined;
    // In a window that is made narrower, the open tab stays in view.
    const sizes = new ResizeObserver(() => showOpenTab(list.current));
    sizes.observe(list.current!);
    return () => sizes.disconnect();
  }, [isEmpty]);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    showOpenTab(element);
    const links = () => [...element.querySelectorAll<HTMLElement>('a')];
    const pressed = (event: KeyboardEvent) => {
      const all = links();
      const place = all.indexOf(event.target as HTMLElement);
      if (place === -1) return;
      const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: all.length - 1 }[event.key];
      if (to !== undefined) all[Math.max(0, Math.min(all.length - 1, to))]?.focus();
      else if (event.key === 'Delete') {
        (all[place + 1] ?? all[place - 1])?.focus();
        close(tabs[place]!.id);
      } else return;
      event.preventDefault();
    };
    const clicked = (event: MouseEvent) => {
      const place = links().findIndex((one) => one.contains(event.target as Node));
      if (event.button !== 1 || place === -1) return;
      event.preventDefault();
      close(tabs[place]!.id);
    };
    element.addEventListener('keydown', pressed);
    element.addEventListener('auxclick', clicked);
    return () => {
      element.removeEventListener('keydown', pressed);
      element.removeEventListener('auxclick', clicked);
    };
  });
  if (tabs.length === 0) return null;
  return (
    <nav aria-label="Open tables">
      <ul ref={list} className={strip}>
        {tabs.map((table) => (
          <li key={table.id} className={tab}>
            <KeptTableLink projectRef={projectRef} table={table} className={link}>
              {table.staged > 0 && <Badge tone="warning">{countWords(table.staged, 'change')}</Badge>}
            </KeptTableLink>
            <IconButton
              label={`Close ${table.name}`}
              tip={false}
              size="small"
              variant="text"
              icon={<X />}
              onClick={() => close(table.id)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
