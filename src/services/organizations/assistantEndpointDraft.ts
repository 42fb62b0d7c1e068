import { endpointDraftSchema, type EndpointDraft } from '../../contract/assistant/assistantEndpoint.ts';
import { entry, readStored, removeStored, storageUnavailable, writeStored } from '../browser/storage.ts';

interface OfOrganization {
  slug: string;
}

/** By organization: edits of its model that are not saved. */
const draftEntry = entry('assistant-endpoint', endpointDraftSchema);

export const loadEndpointDraft = ({ slug }: OfOrganization): EndpointDraft | null => readStored(draftEntry, slug);

export function keepEndpointDraft({ slug, draft }: OfOrganization & { draft: EndpointDraft }): void {
  if (!writeStored(draftEntry, draft, slug)) throw new Error(storageUnavailable);
}

export const deleteEndpointDraft = ({ slug }: OfOrganization): void => removeStored(draftEntry, slug);
