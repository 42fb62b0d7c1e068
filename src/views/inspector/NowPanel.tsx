import { memo } from 'react';
import { css, cx } from 'styled-system/css';
import type { ChartCoverage } from '../../inspector/chart/coverage.ts';
import { triggerText, type Drawing, type DrawnState, type DrawnTransition } from '../../inspector/chart/drawing.ts';
import { activeStates, stateValueText, unknownStates } from '../../inspector/chart/stateValue.ts';
import type { GuardResult } from '../../inspector/trace/guardResults.ts';
import type { ActorDetails } from '../../inspector/trace/systemView.ts';
import { described } from '../ui/described.ts';
import { Progressbar } from '../ui/Progressbar.tsx';
import { JsonTree } from './JsonTree.tsx';
import { clockTime, duration, eventLabel, guardResultOrder, guardResultLabels } from './words.ts';

const stack = css({ display: 'grid', gap: '4', padding: '3', gridTemplateColumns: '[minmax(0, 1fr)]' });
const section = css({ display: 'grid', gap: '1.5', gridTemplateColumns: '[minmax(0, 1fr)]' });
const heading = css({ textStyle: 'tiny', color: 'muted', display: 'flex', alignItems: 'center', gap: '2' });
const facts = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr)]',
  columnGap: '3',
  rowGap: '1',
  margin: '0',
  '& dt': { color: 'muted', textStyle: 'small', lineHeight: 'dense' },
  '& dd': { margin: '0', overflowWrap: 'anywhere' },
});
const list = css({ margin: '0', padding: '0', listStyle: 'none', display: 'grid', gap: '0.5' });
const row = css({
  display: 'grid',
  gridTemplateColumns: '[{sizes.4} minmax(0, 1fr)]',
  columnGap: '1',
  paddingBlock: '0.5',
});
const mono = css({ textStyle: 'mono', overflowWrap: 'anywhere' });
const quiet = css({ color: 'muted' });
const prose = css({ color: 'muted', textStyle: 'small', textWrap: 'pretty' });
const moved = css({ color: 'accent' });
const guardResultStyles: Record<GuardResult, string> = {
  yes: css({ color: 'success' }),
  depends: css({ color: 'warning' }),
  after: css({ color: 'muted' }),
  no: css({ color: 'muted' }),
};
const guardResultMark = css({ fontWeight: 'semibold', textAlign: 'center', lineHeight: 'dense' });
const spoken = css({ srOnly: true });
const groupTitle = css({
  textStyle: 'small',
  color: 'muted',
  cursor: 'pointer',
  paddingBlock: { base: '1', _coarse: '3' },
  borderRadius: 'small',
  _hover: { color: 'text' },
});
const timerRow = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr) auto]',
  gap: '1',
  '& > :last-child': { gridColumn: '[1 / -1]' },
});
const tally = css({ textStyle: 'tiny', color: 'muted' });
const gap = css({ textStyle: 'tiny', color: 'warning' });

const keyOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);
const targetText = ({ targets }: DrawnTransition): string =>
  targets.length === 0 ? 'stays' : targets.map(keyOf).join(', ');

/** The test coverage of a transition, if it is known. */
function Proof({ transition, coverage }: { transition: DrawnTransition; coverage: ChartCoverage | null }) {
  const known = coverage?.transitions[transition.key];
  if (transition.waiver !== null) return <div className={gap}>Not covered: {transition.waiver}</div>;
  if (!known) return null;
  const scenarios = known.scenarios.map((index) => coverage?.scenarios[index]).filter((name) => name !== undefined);
  return (
    <div className={tally}>
      {known.steps} {known.steps === 1 ? 'step' : 'steps'} of generated paths, {scenarios.length}{' '}
      {scenarios.length === 1 ? 'scenario' : 'scenarios'}
      {scenarios.map((name) => (
        <div key={name}>“{name}”</div>
      ))}
    </div>
  );
}

interface GuardResultsProps {
  transitions: readonly DrawnTransition[];
  /** Null where no guard can be evaluated. */
  guardResults: ReadonlyMap<string, GuardResult> | null;
}

interface Asked {
  transition: DrawnTransition;
  result: GuardResult | null;
}

/**
 * Above this number, transitions that change no state and error transitions are collapsed, because they would hide the
 * others.
 */
const mostUnfolded = 6;

/** Transitions to another state, transitions without a state change, and error transitions. */
export function sortedAsked(asked: readonly Asked[]): {
  leading: readonly Asked[];
  staying: readonly Asked[];
  failing: readonly Asked[];
} {
  const failing = asked.filter(({ transition }) => transition.trigger.kind === 'fails');
  const rest = asked.filter(({ transition }) => transition.trigger.kind !== 'fails');
  return {
    leading: rest.filter(({ transition }) => transition.targets.length > 0),
    staying: rest.filter(({ transition }) => transition.targets.length === 0),
    failing,
  };
}

const AskedRow = ({ transition, result }: Asked) => (
  <li className={row} {...described(result ? guardResultLabels[result].meaning : null)}>
    {result ? (
      <span className={cx(guardResultMark, guardResultStyles[result])} aria-hidden>
        {guardResultLabels[result].mark}
      </span>
    ) : (
      <span className={cx(guardResultMark, quiet)} aria-hidden>
        ·
      </span>
    )}
    <span className={cx(mono, result === 'no' && quiet)}>
      {result && <span className={spoken}>{guardResultLabels[result].word}: </span>}
      {triggerText(transition.trigger)}
      {transition.guard !== null && <span className={quiet}> [{transition.guard}]</span>}
      <span className={quiet}> → {targetText(transition)}</span>
    </span>
  </li>
);

function AskedGroup({ title, asked }: { title: string; asked: readonly Asked[] }) {
  if (asked.length === 0) return null;
  return (
    <details open={asked.length <= mostUnfolded}>
      <summary className={groupTitle}>
        {title} · {asked.length}
      </summary>
      <ul className={list} aria-label={title}>
        {asked.map((one) => (
          <AskedRow key={one.transition.key} {...one} />
        ))}
      </ul>
    </details>
  );
}

const GuardResults = memo(
  ({ transitions, guardResults }: GuardResultsProps) => {
    const asked = transitions
      .flatMap((transition) => {
        const result = guardResults ? guardResults.get(transition.key) : null;
        return result === undefined ? [] : [{ transition, result }];
      })
      .toSorted((a, b) =>
        a.result && b.result ? guardResultOrder.indexOf(a.result) - guardResultOrder.indexOf(b.result) : 0,
      );
    if (asked.length === 0) return <p className={prose}>None: the actor is in a final state or waits for no event.</p>;
    const { leading, staying, failing } = sortedAsked(asked);
    return (
      <>
        {!guardResults && <p className={prose}>Guards cannot be evaluated in a trace.</p>}
        {leading.length > 0 && (
          <ul className={list} aria-label="Transitions">
            {leading.map((one) => (
              <AskedRow key={one.transition.key} {...one} />
            ))}
          </ul>
        )}
        <AskedGroup title="Self-transitions" asked={staying} />
        <AskedGroup title="Error transitions" asked={failing} />
      </>
    );
  },
  (a, b) =>
    a.transitions.length === b.transitions.length &&
    (a.guardResults === null) === (b.guardResults === null) &&
    a.transitions.every(
      (transition, index) =>
        transition === b.transitions[index] &&
        a.guardResults?.get(transition.key) === b.guardResults?.get(transition.key),
    ),
);

function ChosenState({
  state,
  drawing,
  coverage,
}: {
  state: DrawnState;
  drawing: Drawing;
  coverage: ChartCoverage | null;
}) {
  const ways = drawing.transitions.filter(({ source }) => source === state.id);
  const fact = (name: string, values: readonly string[]) =>
    values.length === 0 ? null : (
      <>
        <dt>{name}</dt>
        <dd className={mono}>{values.join(', ')}</dd>
      </>
    );
  return (
    <section className={section} aria-label={`State ${state.key}`}>
      <h3 className={heading}>
        State <span className={mono}>{state.key}</span>
      </h3>
      {state.description !== null && <p className={prose}>{state.description}</p>}
      <dl className={facts}>
        {fact('Tags', state.tags)}
        {fact(
          'Runs',
          state.invokes.map(({ id, src }) => (id === src ? id : `${id} (${src})`)),
        )}
        {fact('On entry', state.entry)}
        {fact('On exit', state.exit)}
      </dl>
      <ul className={list} aria-label={`Transitions from ${state.key}`}>
        {ways.map((transition) => (
          <li key={transition.key}>
            <div className={mono}>
              {triggerText(transition.trigger)}
              {transition.guard !== null && <span className={quiet}> [{transition.guard}]</span>}{' '}
              <span className={quiet}>→ {targetText(transition)}</span>
            </div>
            {transition.actions.length > 0 && <div className={cx(mono, quiet)}>{transition.actions.join(', ')}</div>}
            {transition.description !== null && <p className={prose}>{transition.description}</p>}
            <Proof transition={transition} coverage={coverage} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NowPanelProps {
  look: ActorDetails | null;
  drawing: Drawing | null;
  coverage: ChartCoverage | null;
  /** The state that is selected on the chart. */
  chosen: string | null;
  /** The time that is shown. */
  at: number;
}

/** The actor's current state, the transition that led there, the possible transitions, and what it waits for. */
export const NowPanel = memo(({ look, drawing, coverage, chosen, at }: NowPanelProps) => {
  const state = drawing?.states.find(({ id }) => id === chosen);
  const active = new Set(drawing && look ? activeStates(drawing, look.value) : []);
  const unknown = drawing && look && drawing.id === look.actor.chart ? unknownStates(drawing, look.value) : [];
  return (
    <div className={stack}>
      {state && drawing && <ChosenState state={state} drawing={drawing} coverage={coverage} />}
      {look && (
        <section className={section} aria-label="Current state">
          <h3 className={heading}>Current state</h3>
          <dl className={facts}>
            <dt>State</dt>
            <dd className={mono}>
              {look.value === null ? look.actor.status : stateValueText(look.value) || '(no states)'}
            </dd>
            {look.actor.status !== 'active' && (
              <>
                <dt>Status</dt>
                <dd className={mono}>{look.actor.status}</dd>
              </>
            )}
            {unknown.length > 0 && (
              <>
                <dt>Unknown</dt>
                <dd className={gap}>
                  This version’s chart has no state {unknown.map((name) => `“${name}”`).join(', ')}.
                </dd>
              </>
            )}
            {look.moved && (
              <>
                <dt>Last</dt>
                <dd className={cx(mono, moved)}>
                  {eventLabel(look.moved.type)} <span className={quiet}>at {clockTime(look.moved.at)}</span>
                </dd>
              </>
            )}
          </dl>
        </section>
      )}
      {look && drawing && active.size > 0 && (
        <section className={section} aria-label="Next transitions">
          <h3 className={heading}>Next transitions</h3>
          <GuardResults
            transitions={drawing.transitions.filter(({ source }) => active.has(source))}
            guardResults={look.guardResults}
          />
        </section>
      )}
      {look?.timers && look.timers.length > 0 && (
        <section className={section} aria-label="Timers">
          <h3 className={heading}>Timers</h3>
          <ul className={list}>
            {look.timers.map(({ name, delayMs, endsAt }) => {
              const left = Math.max(0, endsAt - at);
              return (
                <li key={`${name} ${endsAt}`} className={timerRow}>
                  <span className={mono}>{name}</span>
                  <span className={cx(mono, quiet)} data-remaining>
                    {duration(left)} of {duration(delayMs)}
                  </span>
                  <Progressbar
                    label={`${name}: time that remains`}
                    value={delayMs === 0 ? 0 : Math.round((Math.min(left, delayMs) / delayMs) * 100)}
                    text={duration(left)}
                  />
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {look && look.timers === null && look.actor.chart !== null && <p className={prose}>Timers not recorded</p>}
      {look && look.calls.length > 0 && (
        <section className={section} aria-label="Pending calls">
          <h3 className={heading}>Pending calls</h3>
          <ul className={list}>
            {look.calls.map(({ session, id, since, input }) => (
              <li key={session}>
                <div className={mono}>
                  {id}
                  {since !== null && <span className={quiet}> since {clockTime(since)}</span>}
                </div>
                {input !== null && <JsonTree value={input} label={`Input of ${id}`} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {!look && !state && <p className={prose}>{drawing?.description ?? 'Choose an actor to see its state.'}</p>}
    </div>
  );
});
