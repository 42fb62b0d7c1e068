import type { ColumnType } from 'kysely';

/** The model that an organization has set for the assistant. */
export interface AssistantEndpointsTable {
  organization_id: number;
  url: string;
  model: string;
  /** Encrypted; null for an API that needs none. */
  key: string | null;
  context_tokens: number | null;
  updated_at: ColumnType<Date, never, Date>;
}
