/** A certificate that a key signs for itself, which Node can read and not make. */
import { sign, type KeyObject } from 'node:crypto';

/** One value in DER (ITU-T X.690): its tag, its length and its content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const size = Buffer.from(body.length.toString(16).padStart(4, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x82]), size, body]);
}

const [integer, bits, nothing, oid, utf8, time, sequence, set, explicit] = [
  0x02, 0x03, 0x05, 0x06, 0x0c, 0x18, 0x30, 0x31, 0xa0,
];
const sha256WithRsa = der(sequence, der(oid, Buffer.from('2a864886f70d01010b', 'hex')), der(nothing));
const named = (name: string) =>
  der(sequence, der(set, der(sequence, der(oid, Buffer.from('550403', 'hex')), der(utf8, Buffer.from(name)))));

/** As PEM; valid in this century. */
export function selfSigned({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }): string {
  const facts = der(
    sequence,
    der(explicit, der(integer, Buffer.from([2]))),
    der(integer, Buffer.from([1])),
    sha256WithRsa,
    named('idp.example.com'),
    der(sequence, der(time, Buffer.from('20000101000000Z')), der(time, Buffer.from('20991231235959Z'))),
    named('idp.example.com'),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(bits, Buffer.from([0]), sign('sha256', facts, privateKey));
  const base64 = der(sequence, facts, sha256WithRsa, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`;
}
