import AssistantEndpointScreen from '../../views/organizations/AssistantEndpointScreen.tsx';
import BillingScreen from '../../views/organizations/BillingScreen.tsx';
import NewOrganizationScreen from '../../views/organizations/NewOrganizationScreen.tsx';
import OrganizationScreen from '../../views/organizations/OrganizationScreen.tsx';
import { screenPart } from '../parts/screenPart.ts';
import assistantEndpoint from './assistantEndpoint.flow.ts';
import newOrganization from './newOrganization.flow.ts';

/** The views of an organization's pages without a flow. */
export const views = { BillingScreen, OrganizationScreen };

export const screens = {
  newOrganization: screenPart('newOrganization', NewOrganizationScreen, newOrganization),
  organizationAssistant: screenPart('organizationAssistant', AssistantEndpointScreen, assistantEndpoint),
};
