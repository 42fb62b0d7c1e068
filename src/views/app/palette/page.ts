import type { ComponentType, ReactNode } from 'react';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { CommandGroup } from './rank.ts';

/** The entries of a page for the typed text. */
export interface Listing {
  groups: readonly CommandGroup[];
  isLoading?: boolean;
  /** A note if there may be more entries than listed. */
  failure?: Failure | null;
  onRetry?: () => void;
}

export interface SourceProps {
  query: string;
  /** Ids of the recent commands, the latest first. */
  recent: readonly string[];
  children: (listing: Listing) => ReactNode;
}

interface Titled {
  /** Heading of the list, also for screen readers. */
  title: string;
}

/** A page with a field and a list below it. The source ranks: a search on the server keeps its own order. */
export interface ListPage extends Titled {
  kind: 'list';
  placeholder: string;
  Source: ComponentType<SourceProps>;
}

/** A page without a list. */
interface ContentPage extends Titled {
  kind: 'content';
  Content: ComponentType<{ onLeave: () => void }>;
}

/** A page with a flow, whose code loads when it opens. */
interface FlowPage extends Titled {
  kind: 'flow';
  placeholder: string;
  /** The name of its view. */
  view: string;
}

export type PalettePage = ListPage | ContentPage | FlowPage;
