import type { GridMenuRequest } from '../parts/grid/gridOptions.ts';
import { headerRow } from '../parts/grid/selection.ts';
import { MenuAtPoint } from '../ui/MenuAtPoint.tsx';
import { gridMenu, type GridMenuPlace } from './gridMenu.ts';

interface GridMenuProps {
  request: GridMenuRequest;
  place: GridMenuPlace;
  onClose: () => void;
}

/** The commands of a cell or a column. */
export const GridMenu = ({ request, place, onClose }: GridMenuProps) => (
  <MenuAtPoint
    label={request.row === headerRow ? `Column ${place.visible.columns[request.column]?.name}` : 'Cell'}
    point={request}
    byKey={request.byKey}
    ownerId={request.owner}
    items={gridMenu(place)(request)}
    onClose={onClose}
  />
);
