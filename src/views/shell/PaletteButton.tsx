import Search from 'lucide-react/icons/search';
import { css } from 'styled-system/css';
import { selectPalette } from '../../machines/app/workspace/workspace.selectors.ts';
import { useShortcutKeys } from '../parts/useShortcut.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Keys } from '../ui/Keys.tsx';

const wide = css({ display: { base: 'contents', mdDown: 'none' } });
const narrow = css({ display: { base: 'none', mdDown: 'contents' } });

/** Opens the palette, and shows its shortcut. */
export function PaletteButton() {
  const palette = useWorkspace(selectPalette);
  const keys = useShortcutKeys('palette');
  const open = () => palette?.send({ type: 'palette.opened' });
  return (
    <>
      <span className={wide}>
        <Button
          size="small"
          icon={<Search aria-hidden />}
          iconEnd={keys !== undefined && <Keys keys={keys} />}
          aria-haspopup="dialog"
          onClick={open}
        >
          Search
        </Button>
      </span>
      <span className={narrow}>
        <IconButton label="Search" icon={<Search />} aria-haspopup="dialog" onClick={open} />
      </span>
    </>
  );
}
