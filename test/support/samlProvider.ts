/** An identity provider on this machine that signs users in by SAML 2.0. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { selfSigned } from './selfSigned.ts';

export interface SamlUser {
  nameId: string;
  email?: string;
}

/** What an assertion says besides its user; a hostile provider changes it. */
export interface AssertionFacts {
  audience: string;
  recipient: string;
  inResponseTo: string;
  issuer: string;
  /** Seconds from now until it expires. */
  lifetime: number;
}

export interface SamlProvider {
  entityId: string;
  metadata: string;
  /** What the provider answers a browser that came with a request: the fields of the form that it sends back. */
  answer: (
    authorizeUrl: string,
    user: SamlUser,
    change?: (facts: AssertionFacts) => AssertionFacts,
  ) => { RelayState: string; SAMLResponse: string };
}

/** How this provider signs its users in. */
const method = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password';

const moment = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
const bare = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '');

export function createSamlProvider(entityId = 'https://idp.example.com/metadata'): SamlProvider {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSigned({ privateKey, publicKey });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bare(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

  const sign = (xml: string, id: string): string => {
    const signature = new SignedXml({
      privateKey: key,
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    });
    signature.addReference({
      xpath: `//*[@ID='${id}']`,
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    });
    signature.computeSignature(xml, {
      location: { reference: `//*[@ID='${id}']/*[local-name(.)='Issuer']`, action: 'after' },
    });
    return signature.getSignedXml();
  };

  return {
    entityId,
    metadata,
    answer(authorizeUrl, { nameId, email }, change = (facts) => facts) {
      const { searchParams } = new URL(authorizeUrl);
      const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
      const read = (pattern: RegExp) => pattern.exec(request)![1]!;
      const requestId = read(/ ID="([^"]+)"/);
      // As providers do that sign users in by something else.
      const demanded = /AuthnContextClassRef[^>]*>([^<]+)</.exec(request)?.[1] ?? method;
      if (demanded !== method) throw new Error(`This provider does not sign users in by ${demanded}.`);
      const { audience, recipient, inResponseTo, issuer, lifetime } = change({
        audience: read(/<(?:saml:)?Issuer[^>]*>([^<]+)</),
        recipient: read(/AssertionConsumerServiceURL="([^"]+)"/),
        inResponseTo: requestId,
        issuer: entityId,
        lifetime: 300,
      });
      const id = `_${randomUUID()}`;
      const attribute =
        email === undefined
          ? ''
          : `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
      const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${moment(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID>${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${inResponseTo}" NotOnOrAfter="${moment(lifetime)}" Recipient="${recipient}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${moment(-60)}" NotOnOrAfter="${moment(lifetime)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${moment(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>${method}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attribute}</saml:Assertion>`;
      const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${moment(0)}" InResponseTo="${requestId}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${sign(assertion, id)}</samlp:Response>`;
      return {
        RelayState: searchParams.get('RelayState')!,
        SAMLResponse: Buffer.from(response).toString('base64'),
      };
    },
  };
}
