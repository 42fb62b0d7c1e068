import Building from 'lucide-react/icons/building-2';
import House from 'lucide-react/icons/house';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import LogOut from 'lucide-react/icons/log-out';
import Plus from 'lucide-react/icons/plus';
import Terminal from 'lucide-react/icons/square-terminal';
import type { ReactNode } from 'react';
import { pageOf, type PageIcon, type PageName } from '../../router/pages.ts';

const icons: Readonly<Record<PageIcon, ReactNode>> = {
  building: <Building aria-hidden />,
  grid: <LayoutGrid aria-hidden />,
  home: <House aria-hidden />,
  lifeBuoy: <LifeBuoy aria-hidden />,
  logOut: <LogOut aria-hidden />,
  plus: <Plus aria-hidden />,
  terminal: <Terminal aria-hidden />,
};

/** The icon of a page; null for a page without one. */
export const pageIcon = (name: PageName): ReactNode => {
  const { icon } = pageOf(name);
  return icon === undefined ? null : icons[icon];
};
