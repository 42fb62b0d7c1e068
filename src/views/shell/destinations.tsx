import { listedPage, pageNames, pageOf, type PageName } from '../../router/pages.ts';
import { shortcutOf } from '../../router/shortcuts.ts';
import { pageIcon } from '../parts/pageIcons.tsx';
import type { PageHref } from '../parts/usePageHref.ts';
import type { Destination } from './NavigationRail.tsx';

interface Shown {
  name: PageName | null;
  /** The project in the address. */
  ref: string | undefined;
  hrefOf: PageHref;
}

const groups = ['project', 'account'] as const;

const listed = groups.map((group) => pageNames.filter((name) => pageOf(name).navigation === group));

function destinationOf(name: PageName, { name: shown, ref, hrefOf }: Shown): readonly Destination[] {
  const href = hrefOf(name, { ref });
  if (href === null) return [];
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

/** The destinations of the navigation rail, the nearest group first. */
export const destinationsAt = (shown: Shown): readonly (readonly Destination[])[] =>
  listed.map((names) => names.flatMap((name) => destinationOf(name, shown))).filter((group) => group.length > 0);
