import Code from 'lucide-react/icons/code-xml';
import Terminal from 'lucide-react/icons/square-terminal';
import TableIcon from 'lucide-react/icons/table-2';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { useAvailability } from '../parts/useAvailability.ts';
import type { Resource } from '../parts/useResource.ts';
import { Card } from '../ui/Card.tsx';
import { connectQuery } from './connectQuery.ts';
import { rowLinkClass } from './rowStyles.ts';

const list = css({
  display: 'grid',
  gap: '3',
  margin: '0',
  padding: '0',
  listStyle: 'none',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, {sizes.menu}), 1fr))]',
});
const step = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr)]',
  alignContent: 'start',
  columnGap: '3',
  padding: '3',
  border: 'hairline',
  borderRadius: 'medium',
  _hover: { background: 'hover' },
  '& > svg': { boxSize: 'icon.medium', marginTop: '0.5', color: 'accent' },
});
const titleText = css({ textStyle: 'label' });
const words = css({ gridColumn: '2', textStyle: 'small', color: 'muted', textWrap: 'pretty' });

interface Step {
  title: string;
  text: string;
  icon: ReactNode;
  to: string;
}

export interface NextStepsProps {
  projectRef: string;
  tables: Resource<'tables'>;
  history: Resource<'queryHistory'>;
  activity: Resource<'activity'>;
  apiOff: boolean;
}

/** What is left to do with a new project: each step until it is done. Wants reads that have ended. */
export function NextSteps({ projectRef: ref, tables, history, activity, apiOff }: NextStepsProps) {
  const hasEditor = useAvailability()('sql');
  const steps: readonly (Step | false)[] = [
    hasEditor &&
      tables.data?.count === 0 && {
        title: 'Create a table',
        text: 'Start from an example in the SQL editor.',
        icon: <TableIcon aria-hidden />,
        to: href('sql', { ref }, { example: 'createTable' }),
      },
    hasEditor &&
      history.data?.length === 0 && {
        title: 'Run a query',
        text: 'Run an example or your own SQL.',
        icon: <Terminal aria-hidden />,
        to: href('sql', { ref }, { example: 'runQuery' }),
      },
    !apiOff &&
      activity.data?.has_requests === false && {
        title: 'Connect an app',
        text: 'Code for frameworks and languages, with your key.',
        icon: <Code aria-hidden />,
        to: href('project', { ref }, connectQuery),
      },
  ];
  const left = steps.filter((one) => one !== false);
  if (left.length === 0) return null;
  return (
    <Card title="Next steps">
      <ul className={list}>
        {left.map(({ title, text, icon, to }) => (
          <li key={title} className={step}>
            {icon}
            <Link href={to} className={rowLinkClass}>
              <span className={titleText}>{title}</span>
            </Link>
            <span className={words}>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
