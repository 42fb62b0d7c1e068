import { useSelector } from '@xstate/react';
import MenuIcon from 'lucide-react/icons/menu';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { selectConnection } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { useApp } from '../parts/app.context.ts';
import { Breadcrumbs, type Breadcrumb } from '../ui/Breadcrumbs.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Mark } from '../ui/Mark.tsx';
import { ConnectionNote } from './ConnectionNote.tsx';
import { PaletteButton } from './PaletteButton.tsx';

const bar = css({
  containerType: 'inline-size',
  position: 'relative',
  zIndex: 'topBar',
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  flexShrink: '0',
  height: 'topBar',
  minWidth: '0',
  paddingInline: '2',
  background: 'surface',
  borderBottom: 'hairline',
});
const home = css({
  display: 'grid',
  placeItems: 'center',
  boxSize: 'control.medium',
  flexShrink: '0',
  borderRadius: 'medium',
  _hover: { background: 'hover' },
});
// The field is centered as long as what is beside it leaves room.
const trail = css({ display: 'flex', flex: '1', minWidth: '0', overflow: 'hidden' });
const aside = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '2',
  flex: { base: '1', _barMdDown: 'none' },
});
const command = css({
  flexShrink: '1',
  width: { base: '[clamp({sizes.menu}, 40cqw, {sizes.form})]', _barMdDown: 'auto' },
});

export interface TopBarProps {
  /** Organization, project, …: from the outermost. */
  crumbs: readonly Breadcrumb[];
  account: ReactNode;
  /** Opens the navigation, where it is a sheet. */
  onNavigation: (() => void) | null;
}

export function TopBar({ crumbs, account, onNavigation }: TopBarProps) {
  const connection = useSelector(useApp(), selectConnection);
  return (
    <header className={bar}>
      {onNavigation && <IconButton label="Navigation" icon={<MenuIcon />} onClick={onNavigation} />}
      <Link href={href('projects')} className={home} aria-label="Basechart home">
        <Mark />
      </Link>
      <div className={trail}>
        <Breadcrumbs label="Breadcrumb" items={crumbs} />
      </div>
      <div className={command}>
        <PaletteButton />
      </div>
      <div className={aside}>
        {connection && <ConnectionNote connection={connection} />}
        {account}
      </div>
    </header>
  );
}
