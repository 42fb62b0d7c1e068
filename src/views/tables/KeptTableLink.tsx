import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { KeptTable } from '../../contract/tables/tabsAndFavorites.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { usePath } from '../../router/useLocation.ts';
import { described } from '../ui/described.ts';
import { kindIcons } from './kindIcons.tsx';

const words = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

interface KeptTableLinkProps {
  projectRef: string;
  table: KeptTable;
  className: string;
  /** What follows the name. */
  children?: ReactNode;
}

/** A link to a table of any schema, by its name alone; its description has the schema. */
export function KeptTableLink({
  projectRef,
  table: { id, schema, name, kind },
  className,
  children,
}: KeptTableLinkProps) {
  const to = href('table', { ref: projectRef, id: String(id) });
  return (
    <Link
      href={to}
      className={className}
      aria-current={usePath() === to ? 'page' : undefined}
      {...described(`${schema}.${name}`)}
    >
      {kindIcons[kind]}
      <span className={words}>{name}</span>
      {children}
    </Link>
  );
}
