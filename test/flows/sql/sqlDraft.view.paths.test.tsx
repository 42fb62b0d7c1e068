import { coverView } from '../../support/coverView.ts';
import type { Model } from '../../support/paths.ts';
import { sqlDraftModel as whole } from './sqlDraft.model.ts';
import { sqlDraftScript } from './sqlDraft.script.tsx';

/** What the bare machine's paths tell apart besides looks the same. */
const sqlDraftModel: Model<typeof whole.machine> = {
  ...whole,
  distinguish: ({ localCopy, theirs, revision, savedRevision, baseVersion }) => [
    localCopy,
    theirs !== null,
    revision === savedRevision,
    baseVersion === 0,
  ],
};

coverView(sqlDraftModel, sqlDraftScript);
