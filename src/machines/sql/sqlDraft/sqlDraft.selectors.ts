import type { SnapshotFrom } from 'xstate';
import { matchesFingerprint, type TextFingerprint } from '../../../contract/sql/textFingerprint.ts';
import { draftTitle } from './draftTitle.ts';
import type { sqlDraftMachine } from './sqlDraft.machine.ts';

type SqlDraftSnapshot = SnapshotFrom<typeof sqlDraftMachine>;

/** What a view shows in the editor's place. */
export type DraftPhase = 'opening' | 'missing' | 'unreadable' | 'editing' | 'comparing';

/** A conflict is shown once both texts are there; until then the editor stays. */
export function selectDraftPhase(snapshot: SqlDraftSnapshot): DraftPhase {
  if (snapshot.matches('missing')) return 'missing';
  if (snapshot.matches('unreadable')) return 'unreadable';
  if (snapshot.matches('loadingLocal') || snapshot.matches('reading')) return 'opening';
  return snapshot.matches({ conflict: 'comparing' }) || snapshot.matches({ conflict: 'copying' })
    ? 'comparing'
    : 'editing';
}

/** Where the text is, from the safest to the least safe. */
export type SaveState =
  | 'saved'
  /** Never typed into, and never sent. */
  | 'untouched'
  | 'saving'
  /** On its way to the server; kept on this computer. */
  | 'unsaved'
  /** The server cannot be reached, or has refused: kept on this computer only. */
  | 'localOnly'
  | 'refused'
  /** Neither the server nor this computer has the latest. */
  | 'atRisk';

export function selectSaveState(snapshot: SqlDraftSnapshot): SaveState {
  const isUnpersisted = snapshot.context.localFailure !== null;
  if (snapshot.matches({ editing: 'saving' })) return 'saving';
  if (snapshot.matches({ editing: 'backingOff' })) return isUnpersisted ? 'atRisk' : 'localOnly';
  if (snapshot.matches({ editing: 'refused' })) return isUnpersisted ? 'atRisk' : 'refused';
  if (snapshot.matches({ editing: 'waiting' }) || snapshot.matches('conflict')) return 'unsaved';
  return snapshot.context.baseVersion === 0 ? 'untouched' : 'saved';
}

export const selectIsCopying = (snapshot: SqlDraftSnapshot): boolean => snapshot.matches({ conflict: 'copying' });

export const selectId = ({ context }: SqlDraftSnapshot): string => context.id;
export const selectName = ({ context }: SqlDraftSnapshot) => context.name;
export const selectTitle = ({ context }: SqlDraftSnapshot): string => draftTitle(context);
export const selectSql = ({ context }: SqlDraftSnapshot) => context.sql;
export const selectReplacement = ({ context }: SqlDraftSnapshot) => context.replacement;
export const selectTheirs = ({ context }: SqlDraftSnapshot) => context.theirs;
export const selectDraftFailure = ({ context }: SqlDraftSnapshot) => context.failure;
export const selectLocalFailure = ({ context }: SqlDraftSnapshot) => context.localFailure;
export const selectEditedElsewhere = ({ context }: SqlDraftSnapshot) => context.editedElsewhere;

/** Whether the text has become another than the one a fingerprint is of; a text that is still being loaded has not. */
export function selectDiffersFrom(fingerprint: TextFingerprint): (snapshot: SqlDraftSnapshot) => boolean {
  // Selectors run at every event, and most leave the text as it was.
  let compared: { sql: string; differs: boolean } | undefined;
  return (snapshot) => {
    const phase = selectDraftPhase(snapshot);
    if (phase !== 'editing' && phase !== 'comparing') return false;
    const { sql } = snapshot.context;
    if (compared?.sql !== sql) compared = { sql, differs: !matchesFingerprint(fingerprint, sql) };
    return compared.differs;
  };
}

/** There is no text to run. */
export const selectIsBlank = ({ context }: SqlDraftSnapshot): boolean => context.sql.trim() === '';
