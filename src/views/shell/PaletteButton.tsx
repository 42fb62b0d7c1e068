import Search from 'lucide-react/icons/search';
import { css } from 'styled-system/css';
import { selectPalette } from '../../machines/app/workspace/workspace.selectors.ts';
import { useShortcutKeys } from '../parts/useShortcut.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Keys } from '../ui/Keys.tsx';

const field = css({
  display: { base: 'flex', _barMdDown: 'none' },
  alignItems: 'center',
  gap: '2',
  width: 'full',
  height: 'control.medium',
  paddingInline: '2.5',
  border: 'hairline',
  borderColor: 'edge',
  borderRadius: 'medium',
  background: 'canvas',
  color: 'muted',
  textStyle: 'body',
  cursor: 'pointer',
  _hover: { color: 'text', borderColor: 'border' },
  '& > svg': { flexShrink: '0', boxSize: 'icon.medium' },
});
const words = css({
  flex: '1',
  minWidth: '0',
  overflow: 'hidden',
  textAlign: 'start',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const narrow = css({ display: { base: 'none', _barMdDown: 'contents' } });
const label = 'Search or run a command…';

/** Opens the palette, and shows its shortcut. */
export function PaletteButton() {
  const palette = useWorkspace(selectPalette);
  const keys = useShortcutKeys('palette');
  const open = () => palette?.send({ type: 'palette.opened' });
  return (
    <>
      <button type="button" className={field} aria-haspopup="dialog" onClick={open}>
        <Search aria-hidden />
        <span className={words}>{label}</span>
        {keys !== undefined && <Keys keys={keys} />}
      </button>
      <span className={narrow}>
        <IconButton label={label} icon={<Search />} aria-haspopup="dialog" onClick={open} />
      </span>
    </>
  );
}
