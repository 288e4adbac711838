import { createHash, randomBytes, X509Certificate, type KeyObject } from 'node:crypto';
import { commonName, keyIdentifier, signature, signatureAlgorithm } from './certificate.ts';
import {
  bitString,
  constructed,
  enumerated,
  generalizedTime,
  nullValue,
  objectIdentifier,
  octetString,
  primitive,
  sequence,
  unsignedInteger,
} from '@perimeter/protocols/der/writer';
import { dayMs, hourMs } from '@perimeter/protocols/durations';
import { writeExtension } from '@perimeter/protocols/x509/write-extension';

/** The extension of a status answer that has timestamps (RFC 6962 section 3.3). */
const timestampsInAnswer = '1.3.6.1.4.1.11129.2.4.5';

const sha1 = sequence(objectIdentifier('1.3.14.3.2.26'), nullValue);
const at = (instant: Date): Uint8Array => generalizedTime(instant.getTime() / 1000);
const basicResponse = objectIdentifier('1.3.6.1.5.5.7.48.1.1');

/** What an OCSP answer says, or what is wrong with it. */
export type OcspAnswer =
  | 'good'
  | 'revoked'
  | 'unknown'
  /** Its nextUpdate has passed. */
  | 'expired'
  /** Its thisUpdate is yet to come. */
  | 'early'
  /** Its signature does not verify. */
  | 'wrong-signature'
  /** It is about another serial number. */
  | 'other-certificate'
  /** Not DER. */
  | 'malformed'
  /** The error tryLater instead of a response. */
  | 'try-later'
  /** Signed by a certificate of the issuer for OCSP signing. */
  | 'delegated'
  /** Signed by a certificate of the issuer without that purpose. */
  | 'delegated-unfit';

/** What an authority says of one of its certificates. */
export interface StatusQuestion {
  /** CertID of each certificate in DER (RFC 6960 section 4.1.1). */
  readonly certificateIds: readonly Uint8Array[];
  readonly issuerKey: KeyObject;
  readonly answer: OcspAnswer;
  readonly now: Date;
  /** A list of timestamps that comes with it (RFC 6962 section 3.3). */
  readonly timestamps?: Uint8Array;
  /** Who signs instead of the issuer, for the delegated answers. */
  readonly responder?: { readonly key: KeyObject; readonly der: Uint8Array };
}

/** An OCSP response (RFC 6960 section 4.2.1), valid for four days unless the answer is to be otherwise. */
export function ocspResponse(question: StatusQuestion): Buffer {
  const { answer, issuerKey, responder, now } = question;
  if (answer === 'malformed') return Buffer.from('no DER in sight\n');
  const tryLater = 3;
  if (answer === 'try-later') return Buffer.from(sequence(enumerated(tryLater)));
  const signer = answer.startsWith('delegated') ? responder : undefined;
  const signingKey = signer?.key ?? issuerKey;
  const thisUpdate = new Date(now.getTime() + thisUpdateShiftMs(answer));
  const responderId = constructed(2, octetString(keyIdentifier(signingKey)));
  const singles = question.certificateIds.map((id) => single(id, answer, thisUpdate, question.timestamps));
  const data = sequence(responderId, at(thisUpdate), sequence(...singles));
  const signed = signature(signingKey, 'sha256', answer === 'wrong-signature' ? randomBytes(32) : data);
  const certificates = signer === undefined ? [] : [constructed(0, sequence(signer.der))];
  const basic = sequence(data, signatureAlgorithm(signingKey, 'sha256'), bitString(signed), ...certificates);
  return Buffer.from(sequence(enumerated(0), constructed(0, sequence(basicResponse, octetString(basic)))));
}

function thisUpdateShiftMs(answer: OcspAnswer): number {
  if (answer === 'expired') return -10 * dayMs;
  return answer === 'early' ? 2 * dayMs : -hourMs;
}

/** SingleResponse (RFC 6960 section 4.2.1). */
function single(
  certificateId: Uint8Array,
  answer: OcspAnswer,
  thisUpdate: Date,
  timestamps: Uint8Array | undefined,
): Uint8Array {
  const extensions = timestamps === undefined ? [] : [writeExtension(timestampsInAnswer, octetString(timestamps))];
  return sequence(
    certificateId,
    certificateStatus(answer, thisUpdate),
    at(thisUpdate),
    constructed(0, at(new Date(thisUpdate.getTime() + 4 * dayMs))),
    ...(extensions.length === 0 ? [] : [constructed(1, sequence(...extensions))]),
  );
}

/** CertStatus with keyCompromise as the reason (RFC 5280 section 5.3.1). */
function certificateStatus(answer: OcspAnswer, since: Date): Uint8Array {
  if (answer === 'unknown') return primitive(2, Buffer.alloc(0));
  if (answer !== 'revoked') return primitive(0, Buffer.alloc(0));
  return constructed(1, at(since), constructed(0, enumerated(1)));
}

/** The identity of a certificate in a status question (RFC 6960 section 4.1.1). */
export function certificateIdOf(
  leaf: Uint8Array,
  issuerName: string,
  issuerKey: KeyObject,
  answer?: OcspAnswer,
): Uint8Array {
  const serial =
    answer === 'other-certificate'
      ? randomBytes(16)
      : Buffer.from(evenHex(new X509Certificate(leaf).serialNumber), 'hex');
  const nameHash = createHash('sha1').update(commonName(issuerName)).digest();
  return sequence(sha1, octetString(nameHash), octetString(keyIdentifier(issuerKey)), unsignedInteger(serial));
}

const evenHex = (hex: string): string => (hex.length % 2 === 0 ? hex : `0${hex}`);
