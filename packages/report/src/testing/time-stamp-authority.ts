import { implicitSet, encodeAttribute } from '@perimeter/protocols/cms/attributes';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { DerReader, tags } from '@perimeter/protocols/der/reader';
import {
  constructed,
  encodeDer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  unsignedInteger,
  utf8String,
} from '@perimeter/protocols/der/writer';
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import type { Openssl } from './openssl.ts';

/** A certificate with its key, and its issuer's. */
export interface StampIdentity {
  certificate: Uint8Array;
  key: KeyObject;
}

/** Time-stamping authorities whose certificates openssl makes under one root. */
export interface StampAuthorities {
  root: X509Certificate;
  /** `purpose` in openssl's extension syntax; null: none. */
  issue: (
    name: string,
    more?: { purpose?: string | null; days?: number; key?: string; extensions?: string[] },
  ) => StampIdentity;
  /** What `openssl ts -reply` answers to a request. */
  reply: (request: Uint8Array, section?: string) => Buffer;
}

const configuration = `
[ tsa ]
default_tsa = by_issuer
[ by_issuer ]
serial = ./serial
signer_cert = ./authority.crt
signer_key = ./authority.key
certs = ./root.crt
signer_digest = sha256
default_policy = 1.2.3.4.1
other_policies = 1.2.3.4.5
digests = sha256, sha384, sha512
accuracy = secs:1, millisecs:500
ordering = no
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[ old_ids ]
serial = ./serial
signer_cert = ./authority.crt
signer_key = ./authority.key
signer_digest = sha512
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha1
clock_precision_digits = 3
[ curves ]
serial = ./serial
signer_cert = ./curves.crt
signer_key = ./curves.key
certs = ./root.crt
signer_digest = sha384
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_chain = yes
`;

/** The authority whose key the others share. */
const first = 'authority';

export const stampPurpose = 'critical,timeStamping';

/** Creates a root, an RSA authority and an EC authority by openssl. */
export function openAuthorities(openssl: Openssl): StampAuthorities {
  const { run, read, write } = openssl;
  const subject = (name: string): string => `-nodes -out ${name}.crt -subj /O=Stamps/CN=${name}`;
  run(
    `req -x509 -newkey rsa:2048 -keyout root.key ${subject('root')} -days 3650 -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign`,
  );
  const issue: StampAuthorities['issue'] = (
    name,
    { purpose = stampPurpose, days = 3_000, key, extensions = [] } = {},
  ) => {
    const all = [...(purpose === null ? [] : [`extendedKeyUsage=${purpose}`]), ...extensions];
    const issued = `-days ${days} -CA root.crt -CAkey root.key -addext basicConstraints=CA:FALSE`;
    // Authorities differ in their certificates: unless a kind of key is asked for, they share that of the first.
    const keyFile = key === undefined && name !== first ? `${first}.key` : `${name}.key`;
    const from = keyFile === `${name}.key` ? `-newkey ${key ?? 'rsa:2048'} -keyout ${keyFile}` : `-key ${keyFile}`;
    run(`req -x509 ${from} ${subject(name)} ${issued}${all.map((one) => ` -addext ${one}`).join('')}`);
    if (keyFile !== `${name}.key`) write(`${name}.key`, read(keyFile));
    return { certificate: new X509Certificate(read(`${name}.crt`)).raw, key: createPrivateKey(read(keyFile)) };
  };
  issue(first);
  issue('curves', { key: 'ec -pkeyopt ec_paramgen_curve:P-384' });
  write('tsa.cnf', configuration);
  write('serial', '01');
  return {
    root: new X509Certificate(read('root.crt')),
    issue,
    reply: (request, section = 'by_issuer') => {
      write('request.tsq', request);
      run(`ts -reply -config tsa.cnf -section ${section} -queryfile request.tsq -out response.tsr`);
      return read('response.tsr');
    },
  };
}

/** How a hostile authority differs from a correct one. */
export interface Otherwise {
  status?: number;
  version?: number;
  imprint?: (imprint: Uint8Array) => Uint8Array;
  /** null: the nonce is omitted. */
  nonce?: ((nonce: Uint8Array) => Uint8Array) | null;
  policy?: string;
  timeMs?: number;
  /** Names of Node's hashes. */
  hash?: 'sha1' | 'sha256';
  certificates?: readonly Uint8Array[];
  /** The certificate whose hash is signed. */
  claimed?: Uint8Array;
  /** Changes the bytes after signing. */
  after?: (info: Uint8Array) => Uint8Array;
  signers?: number;
  signedWith?: KeyObject;
  extension?: Uint8Array;
}

const hashOids = { sha1: '1.3.14.3.2.26', sha256: '2.16.840.1.101.3.4.2.1' } as const;
const signatureOids = { sha1: '1.2.840.113549.1.1.5', sha256: '1.2.840.113549.1.1.11' } as const;
const small = (value: number): Uint8Array => unsignedInteger(Uint8Array.of(value));

function requested(request: Uint8Array): { imprint: Uint8Array; nonce: Uint8Array; imprintDer: DerReader } {
  const reader = DerReader.of(request).enter(tags.sequence, 'request');
  reader.any();
  const imprintDer = reader.enter(tags.sequence, 'imprint');
  imprintDer.any();
  const imprint = imprintDer.octetString('digest');
  if (reader.nextTag === tags.objectIdentifier) reader.any();
  return { imprint, nonce: reader.integer('nonce'), imprintDer };
}

const generalized = (ms: number): Uint8Array =>
  encodeDer(
    tags.generalizedTime,
    new TextEncoder().encode(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`),
  );

function infoOf(request: Uint8Array, wrong: Otherwise): Uint8Array {
  const { imprint, nonce } = requested(request);
  const given = wrong.nonce === undefined ? nonce : wrong.nonce === null ? null : wrong.nonce(nonce);
  return sequence(
    small(wrong.version ?? 1),
    objectIdentifier(wrong.policy ?? '1.2.3.4.1'),
    sequence(
      sequence(objectIdentifier(hashOids.sha256), nullValue),
      octetString((wrong.imprint ?? ((one) => one))(imprint)),
    ),
    small(7),
    generalized(wrong.timeMs ?? Date.now()),
    ...(given === null ? [] : [encodeDer(tags.integer, given)]),
    ...(wrong.extension === undefined ? [] : [constructed(1, wrong.extension)]),
  );
}

/** A self-made token, correct except for the given errors. */
export function forgeToken(identity: StampIdentity, request: Uint8Array, wrong: Otherwise = {}): Uint8Array {
  const hash = wrong.hash ?? 'sha256';
  const { issuer, serialNumber } = parseCertificate(new Uint8Array(identity.certificate));
  const info = infoOf(request, wrong);
  const digestOf = (data: Uint8Array, name = 'sha256'): Uint8Array => createHash(name).update(data).digest();
  const attributes = setOf(
    encodeAttribute('1.2.840.113549.1.9.3', objectIdentifier('1.2.840.113549.1.9.16.1.4')),
    encodeAttribute('1.2.840.113549.1.9.4', octetString(digestOf(info, hash))),
    encodeAttribute(
      '1.2.840.113549.1.9.16.2.47',
      sequence(sequence(sequence(octetString(digestOf(wrong.claimed ?? identity.certificate))))),
    ),
  );
  const signerInfo = sequence(
    small(1),
    sequence(issuer.der, encodeDer(tags.integer, serialNumber)),
    sequence(objectIdentifier(hashOids[hash]), nullValue),
    implicitSet(0, attributes),
    sequence(objectIdentifier(signatureOids[hash]), nullValue),
    octetString(sign(hash, attributes, wrong.signedWith ?? identity.key)),
  );
  const content = wrong.after?.(info) ?? info;
  return sequence(
    objectIdentifier('1.2.840.113549.1.7.2'),
    constructed(
      0,
      sequence(
        small(3),
        setOf(sequence(objectIdentifier(hashOids[hash]), nullValue)),
        sequence(objectIdentifier('1.2.840.113549.1.9.16.1.4'), constructed(0, octetString(content))),
        constructed(0, ...(wrong.certificates ?? [identity.certificate])),
        setOf(...Array.from({ length: wrong.signers ?? 1 }, () => signerInfo)),
      ),
    ),
  );
}

/** A response around a token. */
export const responseOf = (token: Uint8Array | null, status = 0): Uint8Array =>
  sequence(sequence(small(status), sequence(utf8String('as it pleases'))), ...(token === null ? [] : [token]));
