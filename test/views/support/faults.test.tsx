import { useSelector } from '@xstate/react';
import { describe, expect, it } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { renamingMachine } from '../../support/example/renaming.machine.ts';
import { renamingModel } from '../../support/example/renaming.model.ts';
import { Renaming } from '../../support/example/Renaming.tsx';
import { pathsOf } from '../../support/paths.ts';
import { replay, CoverageRecorder } from '../../support/replay.ts';
import { hidden, viewDriver, type ViewScript } from '../../support/viewDriver.tsx';
import { renamingScript } from './renamingScript.tsx';

type Script = ViewScript<typeof renamingMachine>;
type Props = { flow: ActorRefFrom<typeof renamingMachine> };

const paths = pathsOf(renamingModel);

/** The first complaint of acting all paths out with a changed script, and what was never looked at. */
async function acted(change: Partial<Script>): Promise<{ complaint: string; neverLooked: string[] }> {
  const driver = viewDriver({ ...renamingScript, ...change });
  for (const path of paths) {
    try {
      await replay(path, renamingModel, new CoverageRecorder(), driver);
    } catch (error) {
      return { complaint: (error as Error).message, neverLooked: driver.neverLooked() };
    }
  }
  return { complaint: '', neverLooked: driver.neverLooked() };
}

const WithoutStatus = ({ flow }: Props) =>
  useSelector(flow, (snapshot) => snapshot.matches('saved')) ? <h2>Grace</h2> : <Renaming flow={flow} />;
const Unchangeable = ({ flow }: Props) => (
  <>
    <input value="x" />
    <Renaming flow={flow} />
  </>
);
const Stuck = ({ flow }: Props) => (
  <Renaming flow={Object.assign(Object.create(flow) as typeof flow, { send: () => {} })} />
);

describe('acting paths out through a view', () => {
  it('passes for the view as it is', async () => {
    expect(await acted({})).toEqual({ complaint: '', neverLooked: [] });
  });
  it('finds a state that the view does not show', async () => {
    const { complaint } = await acted({ view: (flow) => <WithoutStatus flow={flow} /> });
    expect(complaint).toMatch(
      /In "saved" the user does not see what they should: Unable to find.*role "status"[^]*The page shows: Grace[^]*▶ \d+\. save answers "Grace" ⇒ saved/,
    );
  });
  it('finds a text that says something else', async () => {
    const { complaint } = await acted({
      sees: { ...renamingScript.sees, saved: (screen) => expect(screen.getByRole('status').textContent).toBe('Kept') },
    });
    expect(complaint).toMatch(/In "saved" the user does not see what they should: expected 'Saved' to be 'Kept'/);
  });
  it('finds a control that does nothing', async () => {
    const { complaint } = await acted({ view: (flow) => <Stuck flow={flow} /> });
    expect(complaint).toMatch(/the state should be editing, is shown\n[^]*The machine received nothing\./);
  });
  it('finds a control that is not there', async () => {
    const { complaint } = await acted({
      does: { ...renamingScript.does, 'edit.begun': (_, screen) => void screen.getByText('Change') },
    });
    expect(complaint).toContain('The user cannot do "edit.begun": Unable to find an element with the text: Change');
  });
  it('finds a state that nothing is said about', async () => {
    const { saved: _, ...sees } = renamingScript.sees;
    expect((await acted({ sees })).complaint).toContain('Nothing says what a user sees in "saved".');
  });
  it('accepts that a state is hidden which changes nothing on the page', async () => {
    const view: Script['view'] = (flow) => {
      flow.getSnapshot();
      return <p>The same</p>;
    };
    const does: Script['does'] = {
      'edit.begun': 'elsewhere',
      'draft.changed': 'elsewhere',
      'edit.submitted': 'elsewhere',
      'edit.abandoned': 'elsewhere',
    };
    const nothing = hidden('This page shows nothing of it.');
    expect(
      await acted({ view, does, sees: { shown: nothing, editing: nothing, saving: nothing, saved: nothing } }),
    ).toEqual({ complaint: '', neverLooked: [] });
  });
  it('finds a state that should be hidden, and changes the page', async () => {
    expect((await acted({ sees: { ...renamingScript.sees, editing: hidden('Nobody sees it.') } })).complaint).toContain(
      '"editing" should be hidden, and the page changes.',
    );
  });
  it('finds a state that is hidden without a reason', async () => {
    expect((await acted({ sees: { ...renamingScript.sees, shown: hidden(' ') } })).complaint).toContain(
      '"shown" is hidden without a reason.',
    );
  });
  it('finds what is said about a state that is never there', async () => {
    expect(await acted({ sees: { ...renamingScript.sees, forgotten: () => {} } })).toEqual({
      complaint: '',
      neverLooked: ['forgotten'],
    });
  });
  it('finds what React complains about', async () => {
    expect((await acted({ view: (flow) => <Unchangeable flow={flow} /> })).complaint).toContain(
      'React complains: You provided a `value` prop to a form field without an `onChange` handler.',
    );
  });
  it('finds what breaks a rule of every page', async () => {
    const nameless = await acted({
      view: (flow) => (
        <>
          {renamingScript.view(flow)}
          <section />
        </>
      ),
    });
    expect(nameless.complaint).toContain('In shown: It has no name: <section>');
  });
  it('sends what comes from elsewhere', async () => {
    expect(await acted({ does: { ...renamingScript.does, 'edit.abandoned': 'elsewhere' } })).toEqual({
      complaint: '',
      neverLooked: [],
    });
  });
});
