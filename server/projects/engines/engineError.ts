export type EngineErrorCode =
  | 'data_folder_in_use'
  | 'data_folder_corrupt'
  | 'data_folder_missing'
  | 'engine_failed'
  | 'engine_stopped'
  | 'engines_busy'
  | 'disk_full'
  /** The Postgres server is not set up for what was asked. */
  | 'not_possible'
  /** SQLSTATE admin_shutdown: the session is gone, and with it the statement that ran in it. */
  | '57P01';

interface EngineErrorOptions extends ErrorOptions {
  /** The same for whoever runs the server: with the place, and what Postgres itself said. */
  inFull?: string;
}

/** A database that could not be opened or went away. Its message is for anybody who uses the project, and names no place. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly inFull: string;

  constructor(code: EngineErrorCode, message: string, { inFull = message, ...options }: EngineErrorOptions = {}) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
    this.inFull = inFull;
  }
}
