import { hrefFrom } from '../../router/href.ts';
import { listedPage, pageNames, pageOf, type PageName } from '../../router/pages.ts';
import { shortcutOf } from '../../router/shortcuts.ts';
import { pageIcon } from '../parts/pageIcons.tsx';
import type { Availability } from '../parts/useAvailability.ts';
import type { Destination } from './NavigationRail.tsx';

interface Shown {
  name: PageName | null;
  /** The project of the address. */
  ref: string | undefined;
  isAvailable: Availability;
}

const groups = ['project', 'account'] as const;

const listed = groups.map((group) => pageNames.filter((name) => pageOf(name).navigation === group));

function destinationOf(name: PageName, { name: shown, ref, isAvailable }: Shown): readonly Destination[] {
  const href = hrefFrom(name, { ref });
  if (href === null || !isAvailable(name)) return [];
  return [
    {
      key: name,
      label: pageOf(name).title,
      href,
      icon: pageIcon(name),
      current: shown !== null && listedPage(shown) === name,
      shortcut: shortcutOf(name),
    },
  ];
}

/** Where the navigation leads from here, the nearest group first. */
export const destinationsAt = (shown: Shown): readonly (readonly Destination[])[] =>
  listed.map((names) => names.flatMap((name) => destinationOf(name, shown))).filter((group) => group.length > 0);
