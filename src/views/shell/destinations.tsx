import Building from 'lucide-react/icons/building-2';
import House from 'lucide-react/icons/house';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Terminal from 'lucide-react/icons/square-terminal';
import { href } from '../../router/href.ts';
import type { RouteName } from '../../router/routes.ts';
import type { Offers } from '../parts/useOffers.ts';
import type { Destination } from './NavigationRail.tsx';

interface Shown {
  name: RouteName | null;
  ref: string | null;
  offers: Offers;
}

const projectDestinations = ({ name, offers }: Shown, ref: string): readonly Destination[] => [
  {
    key: 'home',
    label: 'Project home',
    href: href('project', { ref }),
    icon: <House aria-hidden />,
    current: name === 'project' || name === 'projectBuilding',
    shortcut: 'goHome',
  },
  ...(offers('sql')
    ? [
        {
          key: 'sql',
          label: 'SQL editor',
          href: href('sql', { ref }),
          icon: <Terminal aria-hidden />,
          current: name === 'sql' || name === 'sqlSnippet',
          shortcut: 'goSql',
        } satisfies Destination,
      ]
    : []),
];

const accountDestinations = ({ name, offers }: Shown): readonly Destination[] => [
  {
    key: 'projects',
    label: 'Projects',
    href: href('projects'),
    icon: <LayoutGrid aria-hidden />,
    current: name === 'projects' || name === 'newProject',
  },
  ...(offers('newOrganization')
    ? [
        {
          key: 'new organization',
          label: 'New organization',
          href: href('newOrganization'),
          icon: <Building aria-hidden />,
          current: name === 'newOrganization',
        },
      ]
    : []),
];

/** Where one can go from here, the nearest first. */
export const destinationsAt = (shown: Shown): readonly (readonly Destination[])[] => [
  ...(shown.ref === null ? [] : [projectDestinations(shown, shown.ref)]),
  accountDestinations(shown),
];
