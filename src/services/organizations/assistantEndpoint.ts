import {
  assistantEndpointSchema,
  endpointChange,
  storedEndpoint,
  testedEndpointSchema,
  type EndpointForm,
  type StoredEndpoint,
  type TestedEndpoint,
} from '../../contract/assistant/assistantEndpoint.ts';
import { get, nothing, post, put, remove } from '../http/http.ts';

interface OfOrganization {
  slug: string;
}

const path = (slug: string): string => `/organizations/${encodeURIComponent(slug)}/assistant`;

/** The model of an organization, without its key. */
export const readEndpoint = async ({ slug }: OfOrganization, signal: AbortSignal): Promise<StoredEndpoint> =>
  storedEndpoint(await get(path(slug), assistantEndpointSchema, { signal }));

export const changeEndpoint = async (
  { slug, values }: OfOrganization & { values: EndpointForm },
  signal: AbortSignal,
): Promise<StoredEndpoint> =>
  storedEndpoint(await put(path(slug), endpointChange(values), assistantEndpointSchema, { signal }));

/** Asks a model for a word, and stores nothing. */
export const testEndpoint = (
  { slug, values }: OfOrganization & { values: EndpointForm },
  signal: AbortSignal,
): Promise<TestedEndpoint> => post(`${path(slug)}/test`, endpointChange(values), testedEndpointSchema, { signal });

export const removeEndpoint = ({ slug }: OfOrganization, signal: AbortSignal): Promise<void> =>
  remove(path(slug), nothing, { signal });
