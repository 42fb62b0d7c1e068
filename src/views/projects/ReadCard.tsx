import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import type { ResourceData, ResourceName } from '../../contract/cache/resources.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import type { Resource } from '../parts/useResource.ts';
import { Card } from '../ui/Card.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';

const body = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', alignItems: 'start' });
/** The place that each kind of content takes from the first frame on, even where there is nothing to show. */
const heights = {
  /** Rows that are known. */
  rows: undefined,
  /** A headline and a chart. */
  chart: css({ minHeight: '[calc({sizes.control.large} + {sizes.24} + {sizes.5})]' }),
  /** The head of a table and five rows. */
  list: css({ minHeight: '[calc({sizes.6} + 5 * {sizes.control.large})]' }),
};

interface ReadCardProps<Name extends ResourceName> {
  title: string;
  /** On the right of the title. */
  actions?: ReactNode;
  content: keyof typeof heights;
  read: Resource<Name>;
  /** What is loading, and what could not be loaded: "the tables". */
  what: string;
  children: (data: ResourceData<Name>) => ReactNode;
}

/** A card of the dashboard. It keeps its place while it loads, and fails alone. */
export const ReadCard = <Name extends ResourceName>({
  title,
  actions,
  content,
  read,
  what,
  children,
}: ReadCardProps<Name>) => (
  <Card title={title} actions={actions}>
    <div className={cx(body, heights[content])}>
      {read.state === 'loading' && <SkeletonRows label={`Loading ${what}`} rows={5} />}
      {read.state === 'failed' && <ResourceError title={`Could not load ${what}`} read={read} />}
      {read.state === 'ready' && children(read.data)}
    </div>
  </Card>
);
