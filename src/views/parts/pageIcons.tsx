import Building from 'lucide-react/icons/building-2';
import CircleUser from 'lucide-react/icons/circle-user';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import List from 'lucide-react/icons/list';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import Monitor from 'lucide-react/icons/monitor';
import Plus from 'lucide-react/icons/plus';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Terminal from 'lucide-react/icons/square-terminal';
import Table from 'lucide-react/icons/table-2';
import UserMinus from 'lucide-react/icons/user-minus';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { pageOf, type PageIcon, type PageName } from '../../router/pages.ts';

const icons: Readonly<Record<PageIcon, ReactNode>> = {
  building: <Building aria-hidden />,
  grid: <LayoutGrid aria-hidden />,
  home: <House aria-hidden />,
  key: <KeyRound aria-hidden />,
  lifeBuoy: <LifeBuoy aria-hidden />,
  list: <List aria-hidden />,
  logOut: <LogOut aria-hidden />,
  mail: <Mail aria-hidden />,
  monitor: <Monitor aria-hidden />,
  minus: <UserMinus aria-hidden />,
  plus: <Plus aria-hidden />,
  shieldCheck: <ShieldCheck aria-hidden />,
  table: <Table aria-hidden />,
  terminal: <Terminal aria-hidden />,
  user: <CircleUser aria-hidden />,
  users: <Users aria-hidden />,
};

/** The icon of a page; null for a page without one. */
export const pageIcon = (name: PageName): ReactNode => {
  const { icon } = pageOf(name);
  return icon === undefined ? null : icons[icon];
};
