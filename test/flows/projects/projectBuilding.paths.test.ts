import { coverChart } from '../../support/cover.ts';
import { projectBuildingModel } from './projectBuilding.model.ts';

coverChart(projectBuildingModel);
