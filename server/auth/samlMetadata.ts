import { X509Certificate } from 'node:crypto';
import { DOMParser, onErrorStopParsing, type Element } from '@xmldom/xmldom';
import { AuthError } from './auth.errors.ts';

/** What a sign-in needs of an identity provider's metadata. */
interface SamlMetadata {
  entityId: string;
  /** Where the browser is sent, by the HTTP-Redirect binding. */
  ssoUrl: string;
  /** Certificates that sign its assertions, as PEM. */
  certificates: string[];
}

const metadataMaxLength = 200_000;
const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

const invalid = (message: string, cause?: unknown) => new AuthError(400, 'validation_failed', message, { cause });

/** Parsed XML; document types are refused, because their entities expand. */
function parseXml(xml: string): Element {
  if (xml.length > metadataMaxLength || /<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw invalid('metadata_xml is too long or has a document type');
  try {
    const root = new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml').documentElement;
    if (root !== null) return root;
  } catch (cause) {
    throw invalid('metadata_xml is not valid XML', cause);
  }
  throw invalid('metadata_xml is empty');
}

/** A certificate as PEM; null for anything else. */
function toPem(base64: string): string | null {
  try {
    return new X509Certificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64')).toString();
  } catch {
    return null;
  }
}

function isSafeUrl(address: string | null): address is string {
  return address !== null && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

export function readSamlMetadata(xml: string): SamlMetadata {
  const root = parseXml(xml);
  const entityId = root.getAttribute('entityID') ?? '';
  if (root.localName !== 'EntityDescriptor' || root.namespaceURI !== metadataNamespace || entityId === '')
    throw invalid('metadata_xml has to be the EntityDescriptor of one identity provider');
  const [descriptor] = [...root.getElementsByTagNameNS(metadataNamespace, 'IDPSSODescriptor')];
  if (descriptor === undefined) throw invalid('metadata_xml describes no identity provider');
  const service = [...descriptor.getElementsByTagNameNS(metadataNamespace, 'SingleSignOnService')].find(
    (each) => each.getAttribute('Binding') === redirectBinding,
  );
  const ssoUrl = service?.getAttribute('Location') ?? null;
  if (!isSafeUrl(ssoUrl)) throw invalid('metadata_xml names no address for the HTTP-Redirect binding');
  const certificates = [...descriptor.getElementsByTagNameNS(metadataNamespace, 'KeyDescriptor')]
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => [...key.getElementsByTagNameNS(signatureNamespace, 'X509Certificate')])
    .map(({ textContent }) => toPem(textContent ?? ''))
    .filter((pem) => pem !== null);
  if (certificates.length === 0) throw invalid('metadata_xml has no certificate that signs');
  return { entityId, ssoUrl, certificates };
}
