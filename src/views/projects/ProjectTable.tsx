import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Home from 'lucide-react/icons/house';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Terminal from 'lucide-react/icons/square-terminal';
import { css } from 'styled-system/css';
import type { Project } from '../../contract/projects/project.ts';
import { commandsFor, usableStatuses } from '../../contract/projects/projectStatus.ts';
import { placeOf } from '../../contract/projects/regions.ts';
import { selectClipboard, selectConfig } from '../../machines/app/app.selectors.ts';
import type { ProjectRequest } from '../../machines/projects/projectList/projectList.machine.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { useApp } from '../parts/app.context.ts';
import { sizeWords } from '../parts/quantities.ts';
import { useAvailability } from '../parts/useAvailability.ts';
import { useCopy } from '../parts/useCopy.ts';
import { useFreeLimit } from '../parts/useFreeLimit.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuItem } from '../ui/MenuList.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Time } from '../ui/Time.tsx';

// One table on a wide window, a card for each row on a narrow one.
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  textAlign: 'start',
  mdDown: { display: 'block', '& > tbody': { display: 'block' } },
});
const head = css({
  textStyle: 'small',
  color: 'muted',
  '& th': { fontWeight: 'medium', textAlign: 'start', paddingBlock: '2', paddingInline: '5', whiteSpace: 'nowrap' },
  mdDown: { srOnly: true },
});
const row = css({
  position: 'relative',
  borderTop: 'hairline',
  _hover: { background: 'hover' },
  mdDown: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    paddingBlock: '3',
    paddingInline: '5',
  },
});
const cell = css({
  paddingBlock: 'row.large',
  paddingInline: '5',
  verticalAlign: 'middle',
  overflow: 'hidden',
  mdDown: { padding: '0' },
});
const nameCell = css({
  paddingBlock: 'row.large',
  paddingInline: '5',
  textAlign: 'start',
  fontWeight: 'regular',
  verticalAlign: 'middle',
  mdDown: { flexBasis: 'full', minWidth: '0', padding: '0', paddingInlineEnd: '12' },
});
// The link covers its row, so that the whole row opens as links do: by key, in a new tab, in the background.
const nameLink = css({
  display: 'block',
  textStyle: 'label',
  color: 'text',
  textDecoration: 'none',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  _focusVisible: { outline: 'none' },
  _after: { content: '""', position: 'absolute', inset: '0' },
  '&:focus-visible::after': { outline: 'focus', outlineOffset: '-0.5', borderRadius: 'medium' },
});
const reference = css({
  display: 'block',
  textStyle: 'mono',
  color: 'muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const quiet = css({ textStyle: 'small', color: 'muted', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });
// Positioned, so that it lies above the row's link; a z-index would put it above the open menu of another row too.
const menuCell = css({
  position: 'relative',
  paddingInlineEnd: '3',
  verticalAlign: 'middle',
  mdDown: { position: 'absolute', top: '2', insetInlineEnd: '2', padding: '0' },
});
const columns = {
  status: css({ width: 'name' }),
  activity: css({ width: 'menu' }),
  size: css({ width: 'name' }),
  region: css({ width: 'popover' }),
  menu: css({ width: '16' }),
};
const spoken = css({ srOnly: true });

interface RowProps {
  project: Project;
  withRegion: boolean;
  /** Null while another command is being sent. */
  onCommand: ((request: ProjectRequest) => void) | null;
}

function ProjectMenu({ project, onCommand }: Omit<RowProps, 'withRegion'>) {
  const { ref, name, status } = project;
  const app = useApp();
  const { platformMode } = useSelector(app, selectConfig);
  const isAvailable = useAvailability();
  const { copied, copy } = useCopy(useSelector(app, selectClipboard), `reference of ${ref}`, ref);
  const allowed = commandsFor(status, platformMode);
  const { isReached } = useFreeLimit(ref, status === 'INACTIVE');
  const request = (command: ProjectRequest['command']) => onCommand?.({ command, project: { ref, name, status } });
  const commands: MenuItem[] = [
    ...(allowed.includes('pause')
      ? [
          {
            kind: 'action' as const,
            key: 'pause',
            label: 'Pause project',
            icon: <Pause />,
            disabled: onCommand === null,
            onSelect: () => request('pause'),
          },
        ]
      : []),
    ...(allowed.includes('restore')
      ? [
          {
            kind: 'action' as const,
            key: 'restore',
            label: 'Restore project',
            icon: <Play />,
            detail: isReached ? 'Project limit reached' : undefined,
            disabled: onCommand === null || isReached,
            onSelect: () => request('restore'),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        align="end"
        tip="Actions"
        trigger={
          <IconButton
            label={`Actions for ${name}`}
            tip={false}
            variant="text"
            size="large"
            icon={copied ? <Check /> : <Ellipsis />}
          />
        }
        items={[
          { kind: 'link', key: 'open', label: 'Open project', icon: <Home />, href: hrefOf(project) },
          ...(usableStatuses.includes(status) && isAvailable('sql')
            ? [
                {
                  kind: 'link' as const,
                  key: 'sql',
                  label: 'Open SQL editor',
                  icon: <Terminal />,
                  href: href('sql', { ref }),
                },
              ]
            : []),
          {
            kind: 'action',
            key: 'copy',
            label: 'Copy reference',
            icon: <Copy />,
            onSelect: copy,
          },
          ...(commands.length > 0 ? [{ kind: 'separator' as const, key: 'above commands' }, ...commands] : []),
        ]}
      />
      <span className={spoken} role="status">
        {copied ? `Copied the reference of ${name}` : ''}
      </span>
    </>
  );
}

const hrefOf = ({ ref, status }: Project) => href(status === 'COMING_UP' ? 'projectSetup' : 'project', { ref });

function ProjectRow({ project, withRegion, onCommand }: RowProps) {
  const { ref, name, status, last_active_at: active, database_bytes: bytes } = project;
  return (
    <tr className={row}>
      <th scope="row" className={nameCell}>
        <Link href={hrefOf(project)} className={nameLink} isLikely>
          {name}
        </Link>
        <span className={reference}>{ref}</span>
      </th>
      <td className={cell}>
        <StatusBadge status={status} />
      </td>
      {withRegion && (
        <td className={cell}>
          <span className={quiet}>{placeOf(project)}</span>
        </td>
      )}
      <td className={cell}>
        <span className={quiet}>{active == null ? '–' : <Time value={active} detail="relative" />}</span>
      </td>
      <td className={cell}>
        <span className={quiet}>{bytes == null ? '–' : sizeWords(bytes)}</span>
      </td>
      <td className={menuCell}>
        <ProjectMenu project={project} onCommand={onCommand} />
      </td>
    </tr>
  );
}

export interface ProjectTableProps extends Omit<RowProps, 'project'> {
  /** Accessible name of the table. */
  label: string;
  projects: readonly Project[];
}

/** Projects with their status, last use and size; the whole row opens a project. */
export const ProjectTable = ({ label, projects, withRegion, onCommand }: ProjectTableProps) => (
  <table className={table} aria-label={label}>
    <thead className={head}>
      <tr>
        <th scope="col">Name</th>
        <th scope="col" className={columns.status}>
          Status
        </th>
        {withRegion && (
          <th scope="col" className={columns.region}>
            Region
          </th>
        )}
        <th scope="col" className={columns.activity}>
          Last activity
        </th>
        <th scope="col" className={columns.size}>
          Database size
        </th>
        <th scope="col" className={columns.menu}>
          <span className={spoken}>Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {projects.map((project) => (
        <ProjectRow key={project.ref} project={project} withRegion={withRegion} onCommand={onCommand} />
      ))}
    </tbody>
  </table>
);
