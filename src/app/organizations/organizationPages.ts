import AssistantEndpointScreen from '../../views/organizations/AssistantEndpointScreen.tsx';
import BillingScreen from '../../views/organizations/BillingScreen.tsx';
import NewOrganizationScreen from '../../views/organizations/NewOrganizationScreen.tsx';
import OrganizationScreen from '../../views/organizations/OrganizationScreen.tsx';
import { screenPart } from '../parts/screenPart.ts';
import assistantEndpoint from './assistantEndpoint.flow.ts';
import newOrganization from './newOrganization.flow.ts';
import organizationPlan from './organizationPlan.flow.ts';

/** The view of an organization's page without a flow. */
export const views = { OrganizationScreen };

export const screens = {
  newOrganization: screenPart('newOrganization', NewOrganizationScreen, newOrganization),
  organizationBilling: screenPart('organizationBilling', BillingScreen, organizationPlan),
  organizationAssistant: screenPart('organizationAssistant', AssistantEndpointScreen, assistantEndpoint),
};
