import { fromPromise } from 'xstate';
import { projectDraftSchema } from '../../contract/projects/project.ts';
import { newProjectMachine } from '../../machines/projects/newProject/newProject.machine.ts';
import { generatePassword } from '../../services/browser/generatePassword.ts';
import { entry } from '../../services/browser/storage.ts';
import { createProject } from '../../services/projects/projects.ts';
import { createOrganization } from '../parts/createOrganization.actor.ts';
import { passwordStrength } from '../parts/passwordStrength.actor.ts';
import { storedDraft } from '../parts/storedDraft.ts';
import { followProject } from './followProject.actor.ts';

export default newProjectMachine.provide({
  actors: {
    passwordStrength,
    // Without its password.
    ...storedDraft(entry('project-draft', projectDraftSchema)),
    generatePassword: fromPromise(async () => generatePassword()),
    createOrganization,
    createProject: fromPromise(({ input, signal }) => createProject(input, signal)),
    followProject,
  },
});
