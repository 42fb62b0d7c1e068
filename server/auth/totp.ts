import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const period = 30;
/** A clock may be off by this many steps of 30 s. */
const window = 1;

/** What an authenticator app is given: the same in three forms. */
export interface TotpEnrollment {
  /** Base32. */
  secret: string;
  uri: string;
  /** SVG without `#`, because clients put it into a data URI as it is. */
  qr_code: string;
}

/** Apps read the first colon of the name as the end of the issuer, so an issuer has none. */
export function createTotp({ issuer, label }: { issuer: string; label: string }): TotpEnrollment {
  const totp = new TOTP({ issuer: issuer.replaceAll(':', ' '), label, period });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr_code: renderSVG(uri, { ecc: 'M' }) };
}

/** The step of 30 s that the code belongs to; null if it belongs to none near the moment. */
export function stepOf(code: string, secret: string, moment: Date): number | null {
  const timestamp = moment.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period, timestamp, window });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}
