import { href } from '../../../router/href.ts';
import { pageNames, pageOf, type PageName } from '../../../router/pages.ts';
import { shortcutOf } from '../../../router/shortcuts.ts';
import type { Command } from '../../parts/commands.ts';
import { pageIcon } from '../../parts/pageIcons.tsx';
import type { PageHref } from '../../parts/usePageHref.ts';

interface Surroundings {
  ref: string | undefined;
  /** The organization of pages that need one, and its name. */
  organization: { slug: string; name: string } | undefined;
  /** The current page, and its whole address. */
  shown: PageName | undefined;
  here: string | null;
  hrefOf: PageHref;
}

const listed = pageNames.filter((name) => pageOf(name).command !== undefined);

function commandOf(name: PageName, { ref, organization, shown, here, hrefOf }: Surroundings): readonly Command[] {
  const { title, command, forwards } = pageOf(name);
  const known = hrefOf(name, { ref, slug: organization?.slug });
  if (!command || known === null) return [];
  // A support request is about the project that the user looks at.
  const to = name === 'support' ? href('support', {}, { project_ref: ref }) : known;
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

/**
 * The pages that the palette lists here, in their order: `account` holds those about the user, which are opened rarely,
 * and `exit` those that end the session, which come last.
 */
export function pageCommands(
  surroundings: Surroundings,
): Readonly<Record<'pages' | 'account' | 'actions' | 'support' | 'exit', readonly Command[]>> {
  const those = (isWanted: (name: PageName) => boolean) =>
    listed.filter(isWanted).flatMap((name) => commandOf(name, surroundings));
  const isExit = (name: PageName) => pageOf(name).access === 'exit';
  const isAccount = (name: PageName) => pageOf(name).layout === 'account';
  const inSection = (section: string) =>
    those((name) => pageOf(name).command?.section === section && !isExit(name) && !isAccount(name));
  return {
    pages: inSection('Navigate'),
    account: those(isAccount),
    actions: inSection('Actions'),
    support: inSection('Support'),
    exit: those(isExit),
  };
}
