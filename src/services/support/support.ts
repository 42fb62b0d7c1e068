import { supportReceiptSchema, type SupportReceipt, type SupportRequest } from '../../contract/support/support.ts';
import { supportDraftSchema, type SupportDraft } from '../../contract/support/supportDraft.ts';
import { entry, readStored, removeStored, storageUnavailable, writeStored } from '../browser/storage.ts';
import { post } from '../http/http.ts';

const supportDraft = entry('support-draft', supportDraftSchema);

/** The draft of the support request. */
export const loadSupportDraft = (): SupportDraft | null => readStored(supportDraft);

export function saveSupportDraft({ draft }: { draft: SupportDraft }): void {
  if (!writeStored(supportDraft, draft)) throw new Error(storageUnavailable);
}

export const deleteSupportDraft = (): void => removeStored(supportDraft);

export const sendSupportRequest = (request: SupportRequest, signal: AbortSignal): Promise<SupportReceipt> =>
  post('/support/requests', request, supportReceiptSchema, { signal });
