export type EngineErrorCode =
  | 'data_folder_in_use'
  | 'data_folder_corrupt'
  | 'data_folder_missing'
  | 'engine_failed'
  | 'engine_stopped'
  | 'engines_busy'
  | 'disk_full'
  /** SQLSTATE admin_shutdown: the session is gone, and with it the statement that ran in it. */
  | '57P01';

/** A database that could not be opened or went away, in words that a user may read. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}
