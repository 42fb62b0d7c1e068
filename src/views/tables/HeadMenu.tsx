import Columns from 'lucide-react/icons/columns-3';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Globe from 'lucide-react/icons/globe';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Sparkles from 'lucide-react/icons/sparkles';
import { useState, type ReactNode } from 'react';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { isMoment } from './cellRules.ts';
import { ColumnsDialog, ZoneDialog } from './tableParts.ts';
import type { ColumnArrangement } from './useColumnArrangement.ts';
import { AskForUser, viewAsItems } from './ViewAsMenu.tsx';

interface HeadMenuProps {
  table: TableDetail;
  arrange: ColumnArrangement;
  viewAs: ViewAs | null;
  /** Null where no role of an app can read the relation. */
  onRoleChosen: ((viewAs: ViewAs | null) => void) | null;
  /** Null where there is no assistant. */
  onAsked: (() => void) | null;
  onExported: () => void;
  onReloaded: () => void;
}

/** On a phone, what can be done with a table beyond filtering it and inserting rows. */
export function HeadMenu({
  table: { schema, name, columns },
  arrange,
  viewAs,
  onRoleChosen,
  onAsked,
  onExported,
  onReloaded,
}: HeadMenuProps) {
  const [opened, setOpened] = useState<'columns' | 'zone' | 'user' | null>(null);
  const close = () => setOpened(null);
  const away = columns.filter((column) => arrange.hidden.includes(column.name)).length;
  const action = (key: string, label: string, icon: ReactNode, onSelect: () => void, detail?: string) => ({
    kind: 'action' as const,
    key,
    label,
    icon,
    onSelect,
    detail,
  });
  return (
    <>
      <Menu
        label="More actions"
        align="end"
        trigger={<IconButton label="More actions" tip={false} variant="default" size="small" icon={<Ellipsis />} />}
        items={[
          { kind: 'heading', key: 'table', label: `${schema}.${name}` },
          action(
            'columns',
            'Columns…',
            <Columns />,
            () => setOpened('columns'),
            away > 0 ? `${away} hidden` : undefined,
          ),
          ...(columns.some(isMoment)
            ? [action('zone', 'Time zone…', <Globe />, () => setOpened('zone'), arrange.layout.zone ?? undefined)]
            : []),
          action('export', 'Export rows…', <Download />, onExported),
          action('reload', 'Reload table', <RotateCw />, onReloaded),
          ...(onAsked ? [action('ask', 'Ask assistant', <Sparkles />, onAsked)] : []),
          ...(onRoleChosen
            ? [
                { kind: 'separator' as const, key: 'roles' },
                { kind: 'heading' as const, key: 'view as', label: 'View as' },
                ...viewAsItems({ viewAs, onChosen: onRoleChosen, onUser: () => setOpened('user') }),
              ]
            : []),
        ]}
      />
      {opened === 'columns' && (
        <ColumnsDialog
          columns={columns}
          hidden={arrange.hidden}
          onHidden={arrange.setHidden}
          onReset={arrange.reset}
          onClose={close}
        />
      )}
      {opened === 'zone' && <ZoneDialog zone={arrange.layout.zone} onChosen={arrange.showZone} onClose={close} />}
      {opened === 'user' && onRoleChosen && <AskForUser onChosen={onRoleChosen} onClose={close} />}
    </>
  );
}
