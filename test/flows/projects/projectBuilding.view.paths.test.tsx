import { coverView } from '../../support/coverView.ts';
import { projectBuildingModel } from './projectBuilding.model.ts';
import { projectBuildingScript } from './projectBuilding.script.tsx';

coverView(projectBuildingModel, projectBuildingScript);
