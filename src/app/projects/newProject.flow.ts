import { fromPromise } from 'xstate';
import { newProjectMachine } from '../../machines/projects/newProject/newProject.machine.ts';
import { generatePassword } from '../../services/browser/generatePassword.ts';
import { forgetProjectDraft, keepProjectDraft, recallProjectDraft } from '../../services/projects/projectDraft.ts';
import { createProject } from '../../services/projects/projects.ts';
import { passwordStrength } from '../parts/passwordStrength.actor.ts';

export default newProjectMachine.provide({
  actors: {
    passwordStrength,
    recallDraft: fromPromise(async () => recallProjectDraft()),
    keepDraft: fromPromise(async ({ input }) => keepProjectDraft(input)),
    forgetDraft: fromPromise(async () => forgetProjectDraft()),
    generatePassword: fromPromise(async () => generatePassword()),
    createProject: fromPromise(({ input, signal }) => createProject(input, signal)),
  },
});
