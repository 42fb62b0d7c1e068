import { coverChart } from '../../support/cover.ts';
import { projectSetupModel } from './projectSetup.model.ts';

coverChart(projectSetupModel);
