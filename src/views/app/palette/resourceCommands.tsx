import Building from 'lucide-react/icons/building-2';
import Check from 'lucide-react/icons/check';
import Database from 'lucide-react/icons/database';
import FileCode from 'lucide-react/icons/file-code';
import Rows from 'lucide-react/icons/rows-3';
import SunMoon from 'lucide-react/icons/sun-moon';
import type { ReactNode } from 'react';
import type { Organization } from '../../../contract/organizations/organization.ts';
import type { Catalog } from '../../../contract/projects/catalog.ts';
import type { Project } from '../../../contract/projects/project.ts';
import { densities, themeChoices, type Density, type ThemeChoice } from '../../../contract/shell/appearance.ts';
import { queryTitle } from '../../../contract/sql/queryTitle.ts';
import type { SnippetSummary } from '../../../contract/sql/snippet.ts';
import { href } from '../../../router/href.ts';
import { densityNames, themeNames } from '../../parts/appearanceNames.ts';
import type { Command } from '../../parts/commands.ts';
import { pageIcon } from '../../parts/pageIcons.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** Commands for the user's resources; each has the same id in every list. */

/** What the ids of a project's tables and views begin with. */
export const relationIdPrefix = (ref: string): string => `table:${ref}:`;

export const organizationCommand = ({ slug, name }: Organization): Command => ({
  id: `organization:${slug}`,
  label: name,
  section: 'Navigate',
  icon: <Building aria-hidden />,
  keywords: [slug, 'organization'],
  action: { to: href('organization', { slug }) },
});

export const projectCommand = ({ ref, name, status }: Project, organization: string | undefined): Command => ({
  id: `project:${ref}`,
  label: name,
  section: 'Navigate',
  icon: <Database aria-hidden />,
  keywords: [ref, 'project', ...(organization === undefined ? [] : [organization])],
  detail: organization,
  ...(status !== 'ACTIVE_HEALTHY' && { badge: <StatusBadge status={status} /> }),
  action: { to: href(status === 'COMING_UP' ? 'projectSetup' : 'project', { ref }) },
});

export const snippetCommand = (ref: string, snippet: SnippetSummary): Command => ({
  id: `query:${snippet.id}`,
  label: queryTitle(snippet),
  section: 'Queries',
  icon: <FileCode aria-hidden />,
  keywords: ['query', 'snippet'],
  action: { to: href('sqlSnippet', { ref, id: snippet.id }) },
});

/** A table or view, unless the table editor cannot open it. */
export const relationCommands = (
  ref: string,
  schema: string,
  { id, name, kind }: Catalog['schemas'][number]['relations'][number],
): Command[] =>
  id == null
    ? []
    : [
        {
          id: `${relationIdPrefix(ref)}${id}`,
          label: name,
          section: 'Table editor',
          icon: pageIcon('tables'),
          keywords: [`${schema}.${name}`, 'open table'],
          detail: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} in ${schema}`,
          action: { to: href('table', { ref, id: String(id) }) },
        },
      ];

interface ChoiceCommandsOptions<Choice> {
  chosen: Choice | null | undefined;
  choose: (choice: Choice) => void;
  /** In a separate list, whose heading already says what is chosen. */
  isListed: boolean;
}

interface ChoiceKind<Choice extends string> {
  title: string;
  choices: readonly Choice[];
  names: Readonly<Record<Choice, string>>;
  icon: ReactNode;
  keywords: (choice: Choice) => readonly string[];
}

const choiceCommands =
  <Choice extends string>({ title, choices, names, icon, keywords }: ChoiceKind<Choice>) =>
  ({ chosen, choose, isListed }: ChoiceCommandsOptions<Choice>): Command[] =>
    choices.map((choice) => ({
      id: `${title.toLowerCase()}:${choice}`,
      label: isListed ? names[choice] : `${title}: ${names[choice]}`,
      section: 'Theme',
      icon: choice === chosen ? <Check aria-hidden /> : icon,
      keywords: keywords(choice),
      ...(choice === chosen && { detail: 'On' }),
      action: { run: () => choose(choice) },
    }));

export const themeCommands = choiceCommands<ThemeChoice>({
  title: 'Theme',
  choices: themeChoices,
  names: themeNames,
  icon: <SunMoon aria-hidden />,
  keywords: (choice) => ['theme', 'appearance', choice === 'light' ? 'bright' : 'night'],
});

export const densityCommands = choiceCommands<Density>({
  title: 'Density',
  choices: densities,
  names: densityNames,
  icon: <Rows aria-hidden />,
  keywords: () => ['density', 'appearance', 'row height', 'spacing'],
});
