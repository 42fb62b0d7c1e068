import { hrefFrom } from '../../../router/href.ts';
import { pageNames, pageOf, type PageName } from '../../../router/pages.ts';
import { shortcutOf } from '../../../router/shortcuts.ts';
import type { Command } from '../../parts/commands.ts';
import { pageIcon } from '../../parts/pageIcons.tsx';
import type { Availability } from '../../parts/useAvailability.ts';

interface Surroundings {
  ref: string | undefined;
  /** The organization that a page needs, and its name. */
  organization: { slug: string; name: string } | undefined;
  /** What is shown, and its whole address. */
  shown: PageName | undefined;
  here: string | null;
  isAvailable: Availability;
}

const listed = pageNames.filter((name) => pageOf(name).command !== undefined);

function commandOf(name: PageName, { ref, organization, shown, here, isAvailable }: Surroundings): readonly Command[] {
  const { title, command, forwards } = pageOf(name);
  const to = hrefFrom(name, { ref, slug: organization?.slug });
  if (!command || to === null || !isAvailable(name, organization?.slug)) return [];
  const { id, section, label = title, keywords } = command;
  const shortcut = shortcutOf(name);
  return [
    {
      id,
      section,
      label,
      icon: pageIcon(name),
      action: { to },
      ...(section === 'Navigate' && { isHere: here === to || (shown !== undefined && shown === forwards) }),
      ...(keywords && { keywords }),
      ...(shortcut && { shortcut }),
      ...(pageOf(name).path.includes(':slug') && { detail: organization?.name }),
    },
  ];
}

/** The pages that the palette offers here, in their order: `exit` holds those that end the session, which come last. */
export function pageCommands(
  surroundings: Surroundings,
): Readonly<Record<'places' | 'actions' | 'support' | 'exit', readonly Command[]>> {
  const those = (isWanted: (name: PageName) => boolean) =>
    listed.filter(isWanted).flatMap((name) => commandOf(name, surroundings));
  const isExit = (name: PageName) => pageOf(name).access === 'exit';
  const inSection = (section: string) => those((name) => pageOf(name).command?.section === section && !isExit(name));
  return {
    places: inSection('Navigate'),
    actions: inSection('Actions'),
    support: inSection('Support'),
    exit: those(isExit),
  };
}
