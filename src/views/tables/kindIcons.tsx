import Eye from 'lucide-react/icons/eye';
import Layers from 'lucide-react/icons/layers';
import ScanEye from 'lucide-react/icons/scan-eye';
import Table from 'lucide-react/icons/table-2';
import Unplug from 'lucide-react/icons/unplug';
import type { ReactNode } from 'react';
import type { RelationKind } from '../../contract/tables/table.ts';

/** What a relation is, at a glance. */
export const kindIcons: Readonly<Record<RelationKind, ReactNode>> = {
  table: <Table aria-hidden />,
  'partitioned table': <Layers aria-hidden />,
  'foreign table': <Unplug aria-hidden />,
  view: <Eye aria-hidden />,
  'materialized view': <ScanEye aria-hidden />,
};
