import { newOrganizationModel } from './newOrganization.model.ts';
import { coverView } from '../../support/coverView.ts';
import { newOrganizationScript } from './newOrganization.script.tsx';

coverView(newOrganizationModel, newOrganizationScript);
