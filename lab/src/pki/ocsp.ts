import { createHash, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { commonName, keyIdentifier, signature, signatureAlgorithm } from './certificate.ts';
import {
  bitString,
  context,
  contextPrimitive,
  enumerated,
  generalizedTime,
  nothing,
  octetString,
  oid,
  sequence,
  unsigned,
} from './der.ts';

const hourMs = 3_600_000;
const validityMs = 4 * 24 * hourMs;
const sha1 = sequence(oid('1.3.14.3.2.26'), nothing);
const basicResponse = oid('1.3.6.1.5.5.7.48.1.1');

/** What an authority says of one of its certificates. */
export interface StatusQuestion {
  /** DER. */
  readonly leaf: Uint8Array;
  readonly issuerName: string;
  readonly issuerKey: KeyObject;
  readonly status: 'good' | 'revoked';
  readonly now: Date;
}

/** An OCSP response that the issuer signed itself (RFC 6960 section 4.2.1), valid for four days. */
export function ocspResponse({ leaf, issuerName, issuerKey, status, now }: StatusQuestion): Buffer {
  const thisUpdate = new Date(now.getTime() - hourMs);
  const single = sequence(
    certificateId(leaf, issuerName, issuerKey),
    status === 'good' ? contextPrimitive(0, Buffer.alloc(0)) : context(1, generalizedTime(thisUpdate)),
    generalizedTime(thisUpdate),
    context(0, generalizedTime(new Date(thisUpdate.getTime() + validityMs))),
  );
  const responder = context(2, octetString(keyIdentifier(issuerKey)));
  const data = sequence(responder, generalizedTime(thisUpdate), sequence(single));
  const basic = sequence(
    data,
    signatureAlgorithm(issuerKey, 'sha256'),
    bitString(signature(issuerKey, 'sha256', data)),
  );
  return sequence(enumerated(0), context(0, sequence(basicResponse, octetString(basic))));
}

function certificateId(leaf: Uint8Array, issuerName: string, issuerKey: KeyObject): Buffer {
  const serial = Buffer.from(new X509Certificate(leaf).serialNumber, 'hex');
  const nameHash = createHash('sha1').update(commonName(issuerName)).digest();
  return sequence(sha1, octetString(nameHash), octetString(keyIdentifier(issuerKey)), unsigned(serial));
}
