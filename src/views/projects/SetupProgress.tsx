import Check from 'lucide-react/icons/check';
import { css, cx } from 'styled-system/css';
import type { ProjectSetup } from '../../contract/projects/project.ts';
import { setupSteps, type SetupStep } from '../../contract/projects/setupSteps.ts';
import { Elapsed } from '../parts/Elapsed.tsx';
import { durationWords } from '../parts/quantities.ts';
import { Card } from '../ui/Card.tsx';
import { Spinner } from '../ui/Spinner.tsx';

const list = css({ display: 'grid', listStyle: 'none', margin: '0', padding: '0' });
const item = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: 'control.large',
  // The edge between two states.
  '&:not(:last-child)::after': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '3',
    top: '8',
    height: '4',
    width: 'px',
    background: 'border',
  },
});
const mark = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  boxSize: '6',
  borderRadius: 'full',
  border: 'control',
  textStyle: 'small',
  color: 'muted',
  background: 'surface',
  transitionProperty: '[background, color, border-color]',
  transitionDuration: 'normal',
  '& > svg': { boxSize: 'icon.small' },
});
const marks = {
  ended: css({ background: 'accentSolid', borderColor: 'accentSolid', color: 'onAccent' }),
  running: css({ borderColor: 'accent', color: 'accent' }),
  waiting: '',
};
const names = {
  ended: css({ color: 'text' }),
  running: css({ color: 'text', fontWeight: 'medium' }),
  waiting: css({ color: 'muted' }),
};
const spoken = css({ srOnly: true });
const time = css({
  marginInlineStart: 'auto',
  textStyle: 'small',
  color: 'muted',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
});

type State = keyof typeof marks;

const stepNames: Readonly<Record<SetupStep, string>> = {
  creating: 'Create the database',
  starting: 'Start Postgres',
  preparing: 'Create roles and schemas',
};
const stateWords: Readonly<Record<State, string>> = { ended: ', done', running: ', in progress', waiting: '' };

const stateOf = (index: number, current: number): State =>
  index < current ? 'ended' : index === current ? 'running' : 'waiting';

/** The steps of a setup as the platform reports them, and the time since it began. */
export function SetupProgress({ setup, since }: { setup: ProjectSetup | null; since: number }) {
  const ended = setup?.ended_ms.reduce((sum, duration) => sum + duration, 0);
  return (
    <Card
      title="Setup progress"
      actions={
        <span className={time}>
          <Elapsed since={since} atLeast={ended ?? 0} />
        </span>
      }
    >
      {/* A list with the role `status` would lose its list semantics. */}
      <div role="status" aria-label="Setup progress">
        <ol className={list}>
          {setup === null ? (
            <li className={item}>
              <Spinner />
              Setting up the database
            </li>
          ) : (
            setupSteps.map((step, index) => {
              const state = stateOf(index, setup.ended_ms.length);
              return (
                <li key={step} className={item} aria-current={state === 'running' ? 'step' : undefined}>
                  <span className={cx(mark, marks[state])} aria-hidden>
                    {state === 'ended' ? <Check /> : state === 'running' ? <Spinner /> : index + 1}
                  </span>
                  <span className={names[state]}>
                    {stepNames[step]}
                    <span className={spoken}>{stateWords[state]}</span>
                  </span>
                  {state === 'ended' && <span className={time}>{durationWords(setup.ended_ms[index] ?? 0)}</span>}
                </li>
              );
            })
          )}
        </ol>
      </div>
    </Card>
  );
}
