import Eye from 'lucide-react/icons/eye';
import { useState } from 'react';
import { css } from 'styled-system/css';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import { viewAsWords } from '../../contract/tables/viewAs.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuItem } from '../ui/MenuList.tsx';
import { UserDialog } from './tableParts.ts';

/** In a color that cannot be missed. */
const banner = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  paddingBlock: '2',
  paddingInline: '3',
  borderRadius: 'medium',
  outline: 'forced',
  background: 'warningSolid',
  color: 'onWarning',
});
const words = css({ display: 'grid', gap: '0.5', minWidth: '0', overflowWrap: 'anywhere' });
const title = css({ textStyle: 'label' });

interface ViewAsProps {
  viewAs: ViewAs | null;
  onChosen: (viewAs: ViewAs | null) => void;
}

/** The roles whose rights can hold for the rows. */
export function viewAsItems({ viewAs, onChosen, onUser }: ViewAsProps & { onUser: () => void }): MenuItem[] {
  const isRole = (role: ViewAs['role']) => viewAs?.role === role && viewAs.user === null;
  return [
    {
      kind: 'choice',
      closes: true,
      key: 'self',
      label: 'You',
      detail: 'every row',
      checked: viewAs === null,
      onSelect: () => onChosen(null),
    },
    {
      kind: 'choice',
      closes: true,
      key: 'anon',
      label: 'anon',
      detail: 'visitors of an app',
      checked: isRole('anon'),
      onSelect: () => onChosen({ role: 'anon', user: null }),
    },
    {
      kind: 'choice',
      closes: true,
      key: 'authenticated',
      label: 'authenticated',
      detail: 'signed-in users',
      checked: isRole('authenticated'),
      onSelect: () => onChosen({ role: 'authenticated', user: null }),
    },
    { kind: 'action', key: 'user', label: 'A user…', onSelect: onUser },
  ];
}

/** Asks for the user whose rights hold for the rows. */
export const AskForUser = ({ onChosen, onClose }: Pick<ViewAsProps, 'onChosen'> & { onClose: () => void }) => (
  <UserDialog
    onClose={onClose}
    onChosen={(user) => {
      onClose();
      onChosen({ role: 'authenticated', user });
    }}
  />
);

/** Whose rights and policies hold for the rows. */
export function ViewAsMenu({ viewAs, onChosen }: ViewAsProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu
        label="View as"
        trigger={
          <Button size="small" icon={<Eye />} data-short={viewAs === null || undefined}>
            {viewAs === null ? 'View as' : `View as ${viewAsWords(viewAs)}`}
          </Button>
        }
        items={viewAsItems({ viewAs, onChosen, onUser: () => setAsking(true) })}
      />
      {isAsking && <AskForUser onChosen={onChosen} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Says that other rights hold than the developer's own. */
export function ViewAsBanner({ viewAs, onChosen }: ViewAsProps) {
  if (viewAs === null) return null;
  return (
    <div className={banner} role="status">
      <div className={words}>
        <strong className={title}>{`You see this table as ${viewAsWords(viewAs)}`}</strong>
        <span>
          {`Policies and rights of ${viewAs.user === null ? `the role ${viewAs.role}` : 'this user'} hold for the rows, and for the changes that you commit.`}
        </span>
      </div>
      <Button size="small" onClick={() => onChosen(null)}>
        View as yourself
      </Button>
    </div>
  );
}
