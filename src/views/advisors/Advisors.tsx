import { useSelector } from '@xstate/react';
import RotateCw from 'lucide-react/icons/rotate-cw';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useMemo } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import {
  findingCategories,
  findingLevels,
  type FindingCategory,
  type FindingLevel,
  type Lint,
} from '../../contract/advisors/advisors.ts';
import { countWords } from '../../contract/common/counts.ts';
import type { advisorsMachine } from '../../machines/advisors/advisors/advisors.machine.ts';
import { selectIgnored, selectSearch } from '../../machines/advisors/advisors/advisors.selectors.ts';
import { setQuery, useQuery } from '../../router/useLocation.ts';
import { AddressSearch, useSearched } from '../parts/AddressSearch.tsx';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { LintFindings } from './LintFindings.tsx';
import { shownLints } from './shownLints.ts';

const tools = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' });
const field = css({ flex: '1', minWidth: 'menu', maxWidth: { base: 'popover', mdDown: 'full' } });
const groups = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '6' });
const list = css({ paddingTop: '2' });

type AdvisorsFlow = ActorRefFrom<typeof advisorsMachine>;

const levelWords: Readonly<Record<FindingLevel, { title: string; tone: BadgeTone }>> = {
  error: { title: 'Errors', tone: 'danger' },
  warning: { title: 'Warnings', tone: 'warning' },
  info: { title: 'Suggestions', tone: 'neutral' },
};

const sumOf = (lints: readonly Lint[]): number => lints.reduce((sum, { count }) => sum + count, 0);

const everything = 'all';
const categoryOptions = [
  { value: everything, label: 'All' },
  { value: 'security', label: 'Security' },
  { value: 'performance', label: 'Performance' },
] as const satisfies readonly { value: FindingCategory | typeof everything; label: string }[];

interface FindingsProps {
  flow: AdvisorsFlow;
  projectRef: string;
  lints: readonly Lint[];
}

/** Why nothing is listed. */
function NoFindings({ flow, lints, isFiltered }: Pick<FindingsProps, 'flow' | 'lints'> & { isFiltered: boolean }) {
  const search = useSelector(flow, selectSearch);
  if (lints.every(({ count }) => count === 0))
    return (
      <EmptyState icon={<ShieldCheck />} title="No findings">
        The advisors checked {countWords(lints.length, 'rule')} against the catalog of this database.
      </EmptyState>
    );
  return isFiltered ? (
    <EmptyState
      icon={<ShieldCheck />}
      title="No findings match"
      action={
        <Button
          onClick={() => {
            setQuery({ search: undefined, category: undefined });
            search?.send({ type: 'text.dropped' });
          }}
        >
          Show all findings
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<ShieldCheck />}
      title="All findings are ignored"
      action={<Button onClick={() => setQuery({ ignored: 'true' })}>Show ignored findings</Button>}
    />
  );
}

function Findings({ flow, projectRef, lints }: FindingsProps) {
  const query = useQuery();
  const ids = useSelector(flow, selectIgnored);
  const search = useSelector(flow, selectSearch);
  const searched = useSearched(search);
  const ignored = useMemo(() => new Set(ids), [ids]);
  const category = findingCategories.find((one) => one === query['category']);
  const withIgnored = query['ignored'] === 'true';
  const shown = shownLints(lints, { category, search: searched, ignored, withIgnored });
  const ignoredHere = lints.flatMap(({ findings }) => findings).filter(({ id }) => ignored.has(id)).length;
  return (
    <>
      <div className={tools}>
        <div className={field}>
          {search && (
            <AddressSearch search={search} label="Search findings" placeholder="Search by table, policy, or rule" />
          )}
        </div>
        <Segments
          label="Category"
          value={category ?? everything}
          options={categoryOptions}
          onValueChange={(chosen) => setQuery({ category: chosen === everything ? undefined : chosen })}
        />
        {(ignoredHere > 0 || withIgnored) && (
          <Button
            variant="text"
            aria-pressed={withIgnored}
            onClick={() => setQuery({ ignored: withIgnored ? undefined : 'true' })}
          >
            {withIgnored ? 'Hide ignored' : `Show ignored (${ignoredHere})`}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <NoFindings flow={flow} lints={lints} isFiltered={category !== undefined || searched.trim() !== ''} />
      ) : (
        <div className={groups}>
          {findingLevels.map((level) => {
            const found = shown.filter((lint) => lint.level === level);
            const { title, tone } = levelWords[level];
            return found.length === 0 ? null : (
              <Card
                key={level}
                flush
                title={title}
                actions={<Badge tone={tone}>{countWords(sumOf(found), 'finding')}</Badge>}
              >
                <div className={list}>
                  {found.map((lint) => (
                    <LintFindings key={lint.name} flow={flow} projectRef={projectRef} lint={lint} ignored={ignored} />
                  ))}
                </div>
              </Card>
            );
          })}
        </div>
      )}
    </>
  );
}

/** The findings of a project's advisors: the page, once the project can be used. */
export function Advisors({ flow, projectRef }: Omit<FindingsProps, 'lints'>) {
  const read = useResource('advisors', { ref: projectRef });
  return (
    <PageLayout>
      <PageHeader
        title="Advisors"
        guide="database/advisors#check-a-database"
        description="Security and performance checks for this project’s database."
        actions={
          read.state === 'ready' && (
            <Button
              icon={<RotateCw />}
              loading={read.refreshing}
              onClick={() => flow.send({ type: 'check.requested' })}
            >
              Check again
            </Button>
          )
        }
      />
      {read.state === 'loading' && <SkeletonRows label="Loading the findings" rows={6} />}
      {read.state === 'failed' && <ResourceError title="Could not load the findings" read={read} />}
      {read.state === 'ready' && (
        <>
          {read.failure && (
            <Alert variant="warning" announce title="Could not refresh the findings">
              {read.failure.message}
            </Alert>
          )}
          <Findings flow={flow} projectRef={projectRef} lints={read.data.lints} />
        </>
      )}
    </PageLayout>
  );
}
