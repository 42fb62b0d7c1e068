import Building from 'lucide-react/icons/building-2';
import House from 'lucide-react/icons/house';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Terminal from 'lucide-react/icons/square-terminal';
import { href } from '../../router/href.ts';
import type { RouteName } from '../../router/routes.ts';
import type { Destination } from './NavigationRail.tsx';

interface Shown {
  name: RouteName | null;
  ref: string | null;
  /** Self-hosted, there is one organization, and nobody makes another. */
  platformMode?: boolean;
}

const projectDestinations = ({ name, ref }: { name: RouteName | null; ref: string }): readonly Destination[] => [
  { key: 'home', label: 'Project home', href: href('project', { ref }), icon: <House aria-hidden />, current: name === 'project' || name === 'projectBuilding', shortcut: 'goHome' },
  { key: 'sql', label: 'SQL editor', href: href('sql', { ref }), icon: <Terminal aria-hidden />, current: name === 'sql' || name === 'sqlSnippet', shortcut: 'goSql' },
];

const accountDestinations = ({ name, platformMode = true }: Shown): readonly Destination[] => [
  { key: 'projects', label: 'Projects', href: href('projects'), icon: <LayoutGrid aria-hidden />, current: name === 'projects' || name === 'newProject' },
  ...(platformMode ? [{ key: 'new organization', label: 'New organization', href: href('newOrganization'), icon: <Building aria-hidden />, current: name === 'newOrganization' }] : []),
];

/** Where one can go from here, the nearest first. */
export const destinationsAt = (shown: Shown): readonly (readonly Destination[])[] => [
  ...(shown.ref === null ? [] : [projectDestinations({ name: shown.name, ref: shown.ref })]),
  accountDestinations(shown),
];
