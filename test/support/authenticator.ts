/** An authenticator app, as a user's phone has it. */
import { Secret, TOTP } from 'otpauth';

const period = 30;

/** Codes of a secret, each of which the server takes once. */
export class Authenticator {
  readonly #secret: Secret;
  #latest = 0;

  constructor(secret: string) {
    this.#secret = Secret.fromBase32(secret.replaceAll(/\s/g, ''));
  }

  /**
   * A code that was not given before: the one of now, or the next, which the server takes early because clocks differ.
   */
  code(): string {
    const step = Math.max(Math.floor(Date.now() / 1000 / period), this.#latest + 1);
    this.#latest = step;
    return TOTP.generate({ secret: this.#secret, period, timestamp: step * period * 1000 });
  }
}
