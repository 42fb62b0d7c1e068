import { useSelector } from '@xstate/react';
import CircleUser from 'lucide-react/icons/circle-user';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Keyboard from 'lucide-react/icons/keyboard';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ActorRefFrom } from 'xstate';
import { themeChoices, themeNames } from '../../contract/shell/themes.ts';
import type { themeMachine } from '../../machines/shell/theme/theme.machine.ts';
import { selectThemeChoice } from '../../machines/shell/theme/theme.selectors.ts';
import { href } from '../../router/href.ts';
import { useShortcutKeys } from '../parts/useShortcut.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuProps } from '../ui/Menu.tsx';
import { strokeText } from '../ui/strokeText.ts';

export interface AccountMenuProps extends Pick<MenuProps, 'open'> {
  email: string | null;
  theme: ActorRefFrom<typeof themeMachine>;
  /** Each entry is shown only if it leads somewhere. */
  onPreviews?: (() => void) | undefined;
  onPrivacy?: (() => void) | undefined;
  onShortcuts?: (() => void) | undefined;
}

/** The signed-in user, the theme, and signing out. */
export function AccountMenu({ email, theme, onPreviews, onPrivacy, onShortcuts, open }: AccountMenuProps) {
  const chosen = useSelector(theme, selectThemeChoice);
  const keys = useShortcutKeys('sheet');
  return (
    <Menu
      label="Account"
      align="end"
      open={open}
      tip="Account"
      trigger={<IconButton label="Account" title="" icon={<CircleUser />} />}
      items={[
        ...(email === null
          ? []
          : [
              { kind: 'heading' as const, key: 'email', label: email },
              { kind: 'separator' as const, key: 'below email' },
            ]),
        { kind: 'heading', key: 'theme', label: 'Theme' },
        ...themeChoices.map((choice) => ({
          kind: 'choice' as const,
          key: choice,
          label: themeNames[choice],
          checked: choice === chosen,
          onSelect: () => theme.send({ type: 'theme.chosen', choice }),
        })),
        { kind: 'separator', key: 'below theme' },
        ...(onShortcuts
          ? [
              {
                kind: 'action' as const,
                key: 'shortcuts',
                label: 'Keyboard shortcuts',
                icon: <Keyboard />,
                shortcut: keys === undefined ? undefined : strokeText(keys),
                onSelect: onShortcuts,
              },
            ]
          : []),
        { kind: 'link', key: 'support', label: 'Contact support', icon: <LifeBuoy />, href: href('support') },
        ...(onPreviews
          ? [
              {
                kind: 'action' as const,
                key: 'previews',
                label: 'Feature previews',
                icon: <FlaskConical />,
                onSelect: onPreviews,
              },
            ]
          : []),
        ...(onPrivacy
          ? [
              {
                kind: 'action' as const,
                key: 'privacy',
                label: 'Privacy settings',
                icon: <ShieldCheck />,
                onSelect: onPrivacy,
              },
            ]
          : []),
        { kind: 'link', key: 'sign out', label: 'Sign out', icon: <LogOut />, href: href('signOut') },
      ]}
    />
  );
}
