import { coverView } from '../../support/coverView.ts';
import { projectSetupModel } from './projectSetup.model.ts';
import { projectSetupScript } from './projectSetup.script.tsx';

coverView(projectSetupModel, projectSetupScript);
