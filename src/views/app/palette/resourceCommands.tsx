import Building from 'lucide-react/icons/building-2';
import Check from 'lucide-react/icons/check';
import Database from 'lucide-react/icons/database';
import FileCode from 'lucide-react/icons/file-code';
import SunMoon from 'lucide-react/icons/sun-moon';
import type { Organization } from '../../../contract/organizations/organization.ts';
import type { Project } from '../../../contract/projects/project.ts';
import { themeChoices, themeNames, type ThemeChoice } from '../../../contract/shell/themes.ts';
import type { SnippetSummary } from '../../../contract/sql/snippet.ts';
import { href } from '../../../router/href.ts';
import type { Command } from '../../parts/commands.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** Commands for the user's resources; each has the same id in every list. */

export const organizationCommand = ({ slug, name }: Organization): Command => ({
  id: `organization:${slug}`,
  label: name,
  section: 'Navigate',
  icon: <Building aria-hidden />,
  keywords: [slug, 'organization'],
  action: { to: href('projects', {}, { organization: slug }) },
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

export const snippetCommand = (ref: string, { id, name }: Pick<SnippetSummary, 'id' | 'name'>): Command => ({
  id: `query:${id}`,
  label: name,
  section: 'Queries',
  icon: <FileCode aria-hidden />,
  keywords: ['query', 'snippet'],
  action: { to: href('sqlSnippet', { ref, id }) },
});

/** `staysOpen`: users try several themes. */
export const themeCommands = ({
  chosen,
  choose,
  staysOpen,
}: {
  chosen: ThemeChoice | undefined;
  choose: (choice: ThemeChoice) => void;
  staysOpen: boolean;
}): Command[] =>
  themeChoices.map((choice) => ({
    id: `theme:${choice}`,
    label: staysOpen ? themeNames[choice] : `Theme: ${themeNames[choice]}`,
    section: 'Theme',
    icon: choice === chosen ? <Check aria-hidden /> : <SunMoon aria-hidden />,
    keywords: ['theme', 'appearance', ...(choice === 'light' ? ['bright'] : ['night'])],
    ...(choice === chosen && { detail: 'On' }),
    action: { run: () => choose(choice), staysOpen },
  }));
