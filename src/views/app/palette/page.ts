import type { ComponentType, ReactNode } from 'react';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { CommandGroup } from './rank.ts';

/** What a page lists for what was typed. */
export interface Listing {
  groups: readonly CommandGroup[];
  isLoading?: boolean;
  /** Why there may be more than is listed. */
  failure?: Failure | null;
  onRetry?: () => void;
}

export interface SourceProps {
  query: string;
  /** Ids of the commands that were chosen last, the latest first. */
  recent: readonly string[];
  children: (listing: Listing) => ReactNode;
}

interface Titled {
  /** Said above what is listed, and by a screen reader. */
  title: string;
}

/** A page with a field to type into and a list below it. The source ranks: a search of a server keeps its own order. */
export interface ListPage extends Titled {
  kind: 'list';
  placeholder: string;
  Source: ComponentType<SourceProps>;
}

/** A page that is something other than a list. */
export interface ContentPage extends Titled {
  kind: 'content';
  Content: ComponentType<{ onLeave: () => void }>;
}

export type PalettePage = ListPage | ContentPage;
