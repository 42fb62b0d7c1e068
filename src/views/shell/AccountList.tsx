import { useSelector } from '@xstate/react';
import CircleUser from 'lucide-react/icons/circle-user';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Keyboard from 'lucide-react/icons/keyboard';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { use } from 'react';
import { densities, themeChoices } from '../../contract/shell/appearance.ts';
import { selectThemeChoice } from '../../machines/shell/appearance/appearance.selectors.ts';
import { href } from '../../router/href.ts';
import { densityNames, themeNames } from '../parts/appearanceNames.ts';
import { useDensityChoice } from '../parts/useDensity.ts';
import { useShortcutKeys } from '../parts/useShortcut.ts';
import { menuChoices } from '../ui/menuChoices.ts';
import MenuList, { type MenuListProps } from '../ui/MenuList.tsx';
import { strokeText } from '../ui/strokeText.ts';
import { AccountFacts } from './accountFacts.context.ts';

/** The entries of the account menu. */
export default function AccountList(list: MenuListProps) {
  const { email, name = '', projectRef, appearance, onPreviews, onPrivacy, onShortcuts } = use(AccountFacts)!;
  const theme = useSelector(appearance, selectThemeChoice);
  const density = useDensityChoice(appearance);
  const keys = useShortcutKeys('sheet');
  return (
    <MenuList
      {...list}
      items={[
        ...(email === null
          ? []
          : [
              { kind: 'heading' as const, key: 'email', label: name === '' ? email : `${name} · ${email}` },
              { kind: 'separator' as const, key: 'below email' },
            ]),
        { kind: 'heading', key: 'theme', label: 'Theme' },
        ...menuChoices({
          name: 'theme',
          values: themeChoices,
          chosen: theme,
          labelOf: (choice) => themeNames[choice],
          onChosen: (choice) => appearance.send({ type: 'appearance.chosen', change: { theme: choice } }),
        }),
        ...(density === null
          ? []
          : [
              { kind: 'separator' as const, key: 'below theme' },
              { kind: 'heading' as const, key: 'density', label: 'Density' },
              ...menuChoices({
                name: 'density',
                values: densities,
                chosen: density,
                labelOf: (choice) => densityNames[choice],
                onChosen: (choice) => appearance.send({ type: 'appearance.chosen', change: { density: choice } }),
              }),
            ]),
        { kind: 'separator', key: 'below appearance' },
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
        {
          kind: 'link',
          key: 'account',
          label: 'Account settings',
          icon: <CircleUser />,
          href: href('accountProfile'),
        },
        {
          kind: 'link',
          key: 'support',
          label: 'Contact support',
          icon: <LifeBuoy />,
          href: href('support', {}, { project_ref: projectRef }),
        },
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
