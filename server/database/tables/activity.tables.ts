/** Requests to a project's Data API, by the hour in UTC. */
export interface ProjectRequestsTable {
  project_id: number;
  hour: Date;
  /** Postgres' bigint, as text. */
  requests: string;
}

/** The last known size of a project's database in an hour in which it was used. */
export interface ProjectSizesTable {
  project_id: number;
  hour: Date;
  /** Postgres' bigint, as text. */
  bytes: string;
}
