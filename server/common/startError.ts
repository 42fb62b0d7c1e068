/** A reason not to start that the person at the terminal can do something about; its message is all they are shown. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
