import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { paletteKeys, type PaletteKey } from '../../contract/shell/shortcuts.ts';
import type { shortcutsMachine } from '../../machines/shell/shortcuts/shortcuts.machine.ts';
import { selectHandlers, selectIsOn, selectSettings } from '../../machines/shell/shortcuts/shortcuts.selectors.ts';
import {
  editorKeys,
  keysOf,
  shortcutGroups,
  shortcutIds,
  shortcuts as table,
  type ShortcutGroup,
  type ShortcutId,
} from '../../router/shortcuts.ts';
import { Keys } from '../ui/Keys.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { strokeText } from '../ui/strokeText.ts';
import { Switch } from '../ui/Switch.tsx';

type ShortcutsActor = ActorRefFrom<typeof shortcutsMachine>;

const groups = css({ display: 'grid', gap: '5' });
const group = css({ display: 'grid', gap: '1' });
const heading = css({ textStyle: 'label', color: 'muted', paddingBottom: '1' });
const list = css({ margin: '0', padding: '0', listStyle: 'none' });
const row = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '1',
  minHeight: 'control.large',
  paddingBlock: '0.5',
  borderTop: 'hairline',
});
const ways = css({ display: 'inline-flex', alignItems: 'center', gap: '2', color: 'muted', textStyle: 'small' });
const chooser = css({ width: '24' });

/** The key that is combined with Mod. */
const PaletteKeyField = ({ shortcuts, value }: { shortcuts: ShortcutsActor; value: PaletteKey }) => (
  <div className={chooser}>
    <SelectField<PaletteKey>
      label="Command palette shortcut"
      hideLabel
      value={value}
      onValueChange={(key) => shortcuts.send({ type: 'paletteKey.chosen', key })}
      // A select shows its placeholder for an empty value; the switch shows that the shortcut is off.
      placeholder="Off"
      options={paletteKeys.map((key) => ({ value: key, label: strokeText(`Mod+${key.toUpperCase()}`) }))}
    />
  </div>
);

function ShortcutRow({ shortcuts, id }: { shortcuts: ShortcutsActor; id: ShortcutId }) {
  const settings = useSelector(shortcuts, selectSettings);
  const isOn = useSelector(shortcuts, (snapshot) => selectIsOn(snapshot, id));
  return (
    <li className={row}>
      <Switch
        label={table[id].label}
        checked={isOn}
        onCheckedChange={(on) => shortcuts.send({ type: 'shortcut.switched', id, on })}
      />
      <span className={ways}>
        {id === 'palette' ? (
          <PaletteKeyField shortcuts={shortcuts} value={isOn ? settings.paletteKey : ''} />
        ) : isOn ? (
          keysOf(id, settings).map((keys, index) => (
            <span key={keys} className={ways}>
              {index > 0 && 'or'}
              <Keys keys={keys} spelled />
            </span>
          ))
        ) : (
          'Off'
        )}
      </span>
    </li>
  );
}

/** Keys of the SQL editor, which have no switch. */
const EditorKeys = () => (
  <section className={group} aria-label="In the text of a query">
    <h3 className={heading}>In the text of a query</h3>
    <ul className={list}>
      {Object.values(editorKeys).map(({ label, keys }) => (
        <li key={keys} className={row}>
          {label}
          <span className={ways}>
            <Keys keys={keys} spelled />
          </span>
        </li>
      ))}
    </ul>
  </section>
);

/** Shortcuts by group, each with a switch: those of the current page, or the given ones. */
export function ShortcutTable({ shortcuts, shown }: { shortcuts: ShortcutsActor; shown?: readonly ShortcutId[] }) {
  const handlers = useSelector(shortcuts, selectHandlers);
  const isAnswered = (id: ShortcutId) => handlers.some((handler) => handler.id === id);
  const hasEditor = shown === undefined && shortcutIds.some((id) => table[id].group === 'sql' && isAnswered(id));
  // All of the editor's: one that does nothing at the moment, such as Cancel, would never be seen in the sheet.
  const answered = shown ?? shortcutIds.filter((id) => (hasEditor && table[id].group === 'sql') || isAnswered(id));
  return (
    <div className={groups}>
      {(Object.entries(shortcutGroups) as [ShortcutGroup, string][]).map(([key, title]) => {
        const ids = answered.filter((id) => table[id].group === key);
        return ids.length === 0 ? null : (
          <section key={key} className={group} aria-label={title}>
            <h3 className={heading}>{title}</h3>
            <ul className={list}>
              {ids.map((id) => (
                <ShortcutRow key={id} shortcuts={shortcuts} id={id} />
              ))}
            </ul>
          </section>
        );
      })}
      {hasEditor && <EditorKeys />}
    </div>
  );
}
