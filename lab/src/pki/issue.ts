import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { namesOf } from '../endpoints.ts';
import type { CertificateFault, Endpoint, EndpointCertificate, KeyKind } from '../endpoint.ts';
import { signCertificate } from './certificate.ts';
import type { CertificateContent, Digest, Issuer } from './certificate.ts';
import { pem } from './der.ts';

const dayMs = 86_400_000;

/** Common names of the intermediates by the stem of their files. */
export const issuerNames = { e1: 'Lab Issuing CA E1', r1: 'Lab Issuing CA R1' } as const;

/** The authorities of the lab. */
export interface Authorities {
  readonly root: Authority;
  readonly ecdsa: Authority;
  readonly rsa: Authority;
  /** An intermediate below a root that is in no trust store. */
  readonly unknown: Authority;
}

/** An issuer with its certificate in DER. */
export interface Authority extends Issuer {
  readonly der: Buffer;
}

/** A server's key and the chain that it sends, leaf first, in PEM. */
export interface IssuedCertificate {
  readonly name: string;
  readonly keyPem: string;
  readonly chainPem: string;
  readonly leaf: Buffer;
}

/** Makes the root and the intermediates. */
export function makeAuthorities(now: Date): Authorities {
  const root = authority('Lab Root X1', generateKey('p384'), now);
  const stranger = authority('Unheard-of Root', generateKey('p256'), now);
  return {
    root,
    ecdsa: authority(issuerNames.e1, generateKey('p256'), now, root, 'http://pki.lab/e1.crt'),
    rsa: authority(issuerNames.r1, generateKey('rsa2048'), now, root, 'http://pki.lab/r1.crt'),
    unknown: authority('Unheard-of Issuing CA', generateKey('p256'), now, stranger),
  };
}

function authority(name: string, key: KeyObject, now: Date, issuer?: Authority, certificateUrl?: string): Authority {
  const years = issuer === undefined ? 10 : 5;
  const content: CertificateContent = {
    commonName: name,
    publicKey: key,
    notBefore: new Date(now.getTime() - 30 * dayMs),
    notAfter: new Date(now.getTime() + years * 365 * dayMs),
    role: 'authority',
  };
  const der = signCertificate(content, issuer ?? { commonName: name, key }, 'sha256');
  return { commonName: name, key, der, ...(certificateUrl === undefined ? {} : { certificateUrl }) };
}

/** The file name stem of one of an endpoint's certificates. */
export function certificateName(host: string, { key }: EndpointCertificate): string {
  return `${host}.${key}`;
}

/** Issues one certificate of an endpoint, with its fault if it has one. */
export function issue(
  endpoint: Endpoint,
  wanted: EndpointCertificate,
  authorities: Authorities,
  now: Date,
  keys: KeyStore,
): IssuedCertificate {
  const key = keys(wanted.key);
  const issuer = issuerOf(wanted, authorities);
  const content: CertificateContent = {
    commonName: endpoint.host,
    publicKey: key,
    role: 'server',
    dnsNames: wanted.fault === 'wrong-host' ? ['elsewhere.lab'] : namesOf(endpoint),
    mustStaple: wanted.fault === 'must-staple',
    ...validity(wanted.fault, now),
  };
  const signer = wanted.fault === 'self-signed' ? { commonName: endpoint.host, key } : issuer;
  const leaf = signCertificate(content, signer, digestOf(wanted.fault));
  const chain = [leaf, ...followers(wanted.fault, issuer, authorities)];
  return {
    name: certificateName(endpoint.host, wanted),
    keyPem: keyPem(key),
    chainPem: chain.map((der) => pem('CERTIFICATE', der)).join(''),
    leaf,
  };
}

/** Gives a key of a kind: a fresh one, or the shared one where making it costs time. */
export type KeyStore = (kind: KeyKind) => KeyObject;

/** RSA keys are made once and shared by all certificates of their size; the others are fresh each time. */
export function keyStore(): KeyStore {
  const shared = new Map<KeyKind, KeyObject>();
  return (kind) => {
    if (!kind.startsWith('rsa')) return generateKey(kind);
    const key = shared.get(kind) ?? generateKey(kind);
    shared.set(kind, key);
    return key;
  };
}

function generateKey(kind: KeyKind): KeyObject {
  if (kind === 'p256') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  if (kind === 'p384') return generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
  if (kind === 'ed25519') return generateKeyPairSync('ed25519').privateKey;
  if (kind === 'dsa1024') return generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).privateKey;
  return generateKeyPairSync('rsa', { modulusLength: Number(kind.slice(3)) }).privateKey;
}

function issuerOf({ key, fault }: EndpointCertificate, { rsa, ecdsa, unknown }: Authorities): Authority {
  if (fault === 'untrusted') return unknown;
  return key.startsWith('rsa') || key === 'dsa1024' ? rsa : ecdsa;
}

function digestOf(fault: CertificateFault | undefined): Digest {
  return fault === 'sha1' || fault === 'md5' ? fault : 'sha256';
}

/** The lives of certificates in days from now: 90 days, as public authorities issue them. */
function validity(fault: CertificateFault | undefined, now: Date): { notBefore: Date; notAfter: Date } {
  const days = (from: number, to: number) => ({
    notBefore: new Date(now.getTime() + from * dayMs),
    notAfter: new Date(now.getTime() + to * dayMs),
  });
  if (fault === 'expired') return days(-455, -365);
  if (fault === 'not-yet-valid') return days(365, 455);
  if (fault === 'long-lived') return days(-5, 1825);
  return days(-5, 85);
}

function followers(
  fault: CertificateFault | undefined,
  issuer: Authority,
  { root, ecdsa, rsa, unknown }: Authorities,
): readonly Buffer[] {
  if (fault === 'self-signed' || fault === 'incomplete-chain') return [];
  if (fault === 'disordered-chain') return [root.der, unknown.der, rsa.der, ecdsa.der];
  return [issuer.der];
}

/** A private key in PKCS #8. */
export function keyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The same key in the older form that old OpenSSL releases read. */
export function traditionalKeyPem(pkcs8: string): string {
  const key = createPrivateKey(pkcs8);
  return key.export({ type: key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1', format: 'pem' }).toString();
}
