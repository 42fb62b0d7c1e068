import { coverChart } from '../../support/cover.ts';
import { projectListModel } from './projectList.model.ts';

coverChart(projectListModel);
