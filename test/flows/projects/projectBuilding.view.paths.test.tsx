import { projectBuildingModel } from './projectBuilding.model.ts';
import { coverView } from '../../support/coverView.ts';
import { projectBuildingScript } from './projectBuilding.script.tsx';

coverView(projectBuildingModel, projectBuildingScript);
