import { fromPromise } from 'xstate';
import { newProjectMachine } from '../../machines/projects/newProject/newProject.machine.ts';
import { generatePassword } from '../../services/browser/generatePassword.ts';
import { deleteProjectDraft, saveProjectDraft, loadProjectDraft } from '../../services/projects/projectDraft.ts';
import { createProject } from '../../services/projects/projects.ts';
import { createOrganization } from '../parts/createOrganization.actor.ts';
import { passwordStrength } from '../parts/passwordStrength.actor.ts';

export default newProjectMachine.provide({
  actors: {
    passwordStrength,
    loadDraft: fromPromise(async () => loadProjectDraft()),
    keepDraft: fromPromise(async ({ input }) => saveProjectDraft(input)),
    deleteDraft: fromPromise(async () => deleteProjectDraft()),
    generatePassword: fromPromise(async () => generatePassword()),
    createOrganization,
    createProject: fromPromise(({ input, signal }) => createProject(input, signal)),
  },
});
