import { coverChart } from '../../support/cover.ts';
import { newOrganizationModel } from './newOrganization.model.ts';

coverChart(newOrganizationModel);
