import { Avatar } from '../ui/Avatar.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuProps } from '../ui/Menu.tsx';
import { AccountFacts, type AccountFactsValue } from './accountFacts.context.ts';
import { accountListPart } from './accountListPart.ts';

interface AccountMenuProps extends AccountFactsValue, Pick<MenuProps, 'open'> {}

/** The signed-in user, the appearance, and signing out. */
export const AccountMenu = ({ open, ...facts }: AccountMenuProps) => (
  <AccountFacts value={facts}>
    <Menu
      label="Account"
      align="end"
      open={open}
      tip="Account"
      trigger={<IconButton label="Account" tip={false} icon={<Avatar email={facts.email ?? ''} />} />}
      part={accountListPart}
    />
  </AccountFacts>
);
