import Check from 'lucide-react/icons/check';
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
  '&[data-done]': { color: 'muted' },
  '&[data-done] > svg': { color: 'success' },
  '&[data-done] a': { color: '[inherit]' },
});
const titleText = css({ textStyle: 'label' });
const words = css({ gridColumn: '2', textStyle: 'small', color: 'muted', textWrap: 'pretty' });
const spoken = css({ srOnly: true });

interface Step {
  title: string;
  text: string;
  icon: ReactNode;
  to: string;
  /** Undefined until it is known. */
  isDone: boolean | undefined;
}

interface StepReads {
  tables: Resource<'tables'>;
  history: Resource<'queryHistory'>;
  activity: Resource<'activity'>;
}

/** What a new project begins with. */
export function useNextSteps(
  ref: string,
  { tables, history, activity }: StepReads,
  connects: boolean,
): readonly Step[] {
  const hasEditor = useAvailability()('sql');
  const steps: readonly (Step | false)[] = [
    hasEditor && {
      title: 'Create a table',
      text: 'Start from an example in the SQL editor.',
      icon: <TableIcon aria-hidden />,
      to: href('sql', { ref }, { example: 'createTable' }),
      isDone: tables.data && tables.data.count > 0,
    },
    hasEditor && {
      title: 'Run a query',
      text: 'Run an example or your own SQL.',
      icon: <Terminal aria-hidden />,
      to: href('sql', { ref }, { example: 'runQuery' }),
      isDone: history.data && history.data.length > 0,
    },
    connects && {
      title: 'Connect an app',
      text: 'Code for frameworks and languages, with your key.',
      icon: <Code aria-hidden />,
      to: href('project', { ref }, connectQuery),
      isDone: activity.data?.has_requests,
    },
  ];
  return steps.filter((one) => one !== false);
}

/**
 * The steps with those that are done. All keep their places: a card that changed its height with each answer would move
 * what is below it.
 */
export const NextSteps = ({ steps }: { steps: readonly Step[] }) => (
  <Card title="Next steps">
    <ul className={list}>
      {steps.map(({ title, text, icon, to, isDone }) => (
        <li key={title} className={step} data-done={isDone || undefined}>
          {isDone ? <Check aria-hidden /> : icon}
          <Link href={to} className={rowLinkClass}>
            <span className={titleText}>{title}</span>
            {isDone && <span className={spoken}>, done</span>}
          </Link>
          <span className={words}>{text}</span>
        </li>
      ))}
    </ul>
  </Card>
);
