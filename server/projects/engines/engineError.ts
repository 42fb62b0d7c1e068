type EngineErrorCode =
  | 'data_folder_in_use'
  | 'data_folder_corrupt'
  | 'data_folder_missing'
  | 'engine_failed'
  | 'engine_stopped'
  | 'engines_busy'
  | 'disk_full'
  /** The Postgres server is not configured for the request. */
  | 'not_possible'
  /** SQLSTATE admin_shutdown: the session is gone, and with it its running statement. */
  | '57P01';

/** A connection cannot wait for the data of a client, whichever engine it belongs to. */
export const copyUnsupportedMessage = 'COPY FROM STDIN is not supported here. Use INSERT.';

interface EngineErrorOptions extends ErrorOptions {
  /** The message for the operator: with the path, and Postgres' own message. */
  inFull?: string;
}

/**
 * A database that could not be opened or went away. Its message is for every user of the project, and contains no
 * paths.
 */
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
