import { useSelector } from '@xstate/react';
import CircleUser from 'lucide-react/icons/circle-user';
import LogOut from 'lucide-react/icons/log-out';
import type { ActorRefFrom } from 'xstate';
import { themeChoices, themeNames } from '../../contract/themes.ts';
import type { themeMachine } from '../../machines/theme/theme.machine.ts';
import { selectThemeChoice } from '../../machines/theme/theme.selectors.ts';
import { href } from '../../router/href.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuProps } from '../ui/Menu.tsx';

export interface AccountMenuProps extends Pick<MenuProps, 'open'> {
  email: string | null;
  theme: ActorRefFrom<typeof themeMachine>;
}

/** Who is signed in, which theme is on, and the way out. */
export function AccountMenu({ email, theme, open }: AccountMenuProps) {
  const chosen = useSelector(theme, selectThemeChoice);
  return (
    <Menu
      label="Account"
      align="end"
      open={open}
      trigger={<IconButton label="Account" icon={<CircleUser />} />}
      items={[
        ...(email === null ? [] : [{ kind: 'heading' as const, key: 'email', label: email }, { kind: 'separator' as const, key: 'below email' }]),
        { kind: 'heading', key: 'theme', label: 'Theme' },
        ...themeChoices.map((choice) => ({
          kind: 'choice' as const, key: choice, label: themeNames[choice], checked: choice === chosen,
          onSelect: () => theme.send({ type: 'theme.chosen', choice }),
        })),
        { kind: 'separator', key: 'below theme' },
        { kind: 'link', key: 'sign out', label: 'Sign out', icon: <LogOut />, href: href('signOut') },
      ]}
    />
  );
}
