import MenuIcon from 'lucide-react/icons/menu';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { css } from 'styled-system/css';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Mark } from '../ui/Mark.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import { useOnline } from './useOnline.ts';

const bar = css({
  position: 'relative', zIndex: 'topBar', display: 'flex', alignItems: 'center', gap: '1', flexShrink: '0', height: 'topBar', minWidth: '0', paddingInline: '2', background: 'surface', borderBottom: 'hairline',
});
const home = css({ display: 'grid', placeItems: 'center', boxSize: 'control.medium', flexShrink: '0', borderRadius: 'medium', _hover: { background: 'hover' } });
const trail = css({ flex: '1', minWidth: '0', overflow: 'hidden' });
const aside = css({ display: 'flex', alignItems: 'center', gap: '2', flexShrink: '0' });
const offlineNote = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5', textStyle: 'small', fontWeight: 'medium', color: 'warning', '& > svg': { boxSize: 'icon.small' } });
const offlineWords = css({ smDown: { display: 'none' } });

/** Says what being offline means for one's work; the region is always there, so that the change is read out. */
const OfflineNote = () => {
  const online = useOnline();
  return (
    <span role="status">
      {!online && <span className={offlineNote}><WifiOff aria-hidden />Offline<span className={offlineWords}>, requests wait</span></span>}
    </span>
  );
};

export interface TopBarProps {
  /** Organization, project, …: from the outermost. */
  crumbs: readonly { key: string; node: ReactNode }[];
  account: ReactNode;
  /** Opens the navigation, where that is a sheet. */
  onNavigation: (() => void) | null;
}

export const TopBar = ({ crumbs, account, onNavigation }: TopBarProps) => (
  <header className={bar}>
    {onNavigation && <IconButton label="Navigation" icon={<MenuIcon />} onClick={onNavigation} />}
    <Link href={href('projects')} className={home} aria-label="Basechart, all projects"><Mark /></Link>
    <div className={trail}><Breadcrumbs label="Where you are" items={crumbs} /></div>
    <div className={aside}><PaletteButton /><OfflineNote />{account}</div>
  </header>
);
