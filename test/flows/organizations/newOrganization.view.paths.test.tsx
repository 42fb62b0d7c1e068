import { coverView } from '../../support/coverView.ts';
import { newOrganizationModel } from './newOrganization.model.ts';
import { newOrganizationScript } from './newOrganization.script.tsx';

coverView(newOrganizationModel, newOrganizationScript);
