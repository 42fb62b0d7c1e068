import type { ReactNode } from 'react';
import { createActor, type AnyStateMachine, type Actor } from 'xstate';
import { assistantProjectMachine } from '../../../src/machines/assistant/assistantProject/assistantProject.machine.ts';
import { assistantServicesMachine } from '../../../src/machines/assistant/assistantServices/assistantServices.machine.ts';
import { blockRunMachine } from '../../../src/machines/assistant/blockRun/blockRun.machine.ts';
import { AppContext } from '../../../src/views/parts/app.context.ts';
import { startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { createPort, withStubs } from '../../support/fakeWorld.ts';
import { status as configured } from './assistantServices.model.ts';

const port = recordingPort();

const started = <Machine extends AnyStateMachine>(actor: Actor<Machine>): Actor<Machine> => actor.start();

/** The panel's other flows beside the one that a test looks at: nothing has been asked. */
export function startAssistant(status = configured) {
  const project = started(
    createActor(withStubs(assistantProjectMachine), {
      input: { ref: 'abc', port, panel: createPort(() => undefined), now: () => 0, request: null },
    }),
  );
  const services = started(
    createActor(withStubs(assistantServicesMachine), {
      input: { ref: 'abc', keeps: false, port, project: createPort(() => undefined) },
    }),
  );
  services.getSnapshot().children['status']?.send({ type: 'test.answer', output: status } as never);
  const blockRun = started(createActor(withStubs(blockRunMachine), { input: { ref: 'abc' } }));
  return { project, services, blockRun };
}

export const InApp = ({ children }: { children: ReactNode }) => (
  <AppContext value={startTestApp()}>{children}</AppContext>
);
