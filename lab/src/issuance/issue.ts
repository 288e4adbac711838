import type { KeyObject } from 'node:crypto';
import { namesOf } from '../hosts/endpoints.ts';
import type { Endpoint, EndpointCertificate } from '../hosts/endpoint.ts';
import { authorityRows, type AuthorityName, type AuthorityRow } from '../pki/authorities.data.ts';
import { signCertificate, type CertificateContent, type Issuer } from '../pki/certificate.ts';
import {
  bitString,
  integer,
  nullValue,
  objectIdentifier,
  sequence,
  unsignedInteger,
} from '@perimeter/protocols/der/writer';
import { dayMs } from '@perimeter/protocols/durations';
import { pem } from '../pki/pem.ts';
import { generateKey, keyPem, type KeyStore } from '../pki/keys.ts';
import { recipes, type Recipe } from '../pki/recipes.data.ts';
import { makeLogs, timestampExtension, timestampList, type TransparencyLogs } from '../pki/timestamps.ts';

/** The authorities of the lab, and its transparency logs. */
export interface Authorities extends Readonly<Record<AuthorityName, Authority>> {
  readonly logs: TransparencyLogs;
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
  /** A list of timestamps for the server to deliver (RFC 6962 section 3.3). */
  readonly timestamps?: Buffer;
}

/** All names of issuers, each after its own issuer. */
export const authorityNames = Object.keys(authorityRows).filter((name): name is AuthorityName => name in authorityRows);

/** Makes the root and the intermediates. */
export function makeAuthorities(now: Date): Authorities {
  const made: Partial<Record<AuthorityName, Authority>> = {};
  const earlier = (name: AuthorityName): Authority => {
    const found = made[name];
    if (found === undefined) throw new Error(`Making the authorities: ${name} is needed before its own row`);
    return found;
  };
  for (const name of authorityNames) made[name] = authority(name, authorityRows[name], now, earlier);
  const complete: Readonly<Record<AuthorityName, Authority>> = Object.assign(
    {},
    ...authorityNames.map((name) => ({ [name]: earlier(name) })),
  );
  return { ...complete, logs: makeLogs() };
}

function authority(
  name: AuthorityName,
  { commonName, key: kind, issuer, days = [-30, 5 * 365], digest, content }: AuthorityRow,
  now: Date,
  earlier: (name: AuthorityName) => Authority,
): Authority {
  const key = typeof kind === 'string' ? generateKey(kind) : earlier(kind.of).key;
  const itself = { commonName, key };
  const urls = { certificateUrl: `http://pki.lab/${name}.crt`, revocationUrl: `http://crl.pki.lab/${name}.crl` };
  const wanted: CertificateContent = { commonName, publicKey: key, role: 'authority', ...life(days, now), ...content };
  const der = signCertificate(wanted, issuer === undefined ? itself : earlier(issuer), digest);
  return { ...itself, ...(issuer === undefined ? {} : urls), der };
}

function life([from, to]: readonly [number, number], now: Date): Pick<CertificateContent, 'notBefore' | 'notAfter'> {
  return { notBefore: new Date(now.getTime() + from * dayMs), notAfter: new Date(now.getTime() + to * dayMs) };
}

/** The file name stem of one of an endpoint's certificates. */
export function certificateName(host: string, { key, served }: EndpointCertificate): string {
  return [host, key, ...(served === undefined ? [] : [served])].join('.');
}

/** The issuer of a certificate; none if it is self-signed. */
export function issuerNameOf({ key, fault }: EndpointCertificate): AuthorityName | undefined {
  const { issuer } = recipeOf(fault);
  const isRsa = key.startsWith('rsa') || key === 'dsa1024';
  if (issuer === 'public') return isRsa ? 'public-r1' : 'public-e1';
  if (issuer !== undefined) return issuer === 'itself' ? undefined : issuer;
  return isRsa ? 'r1' : 'e1';
}

const recipeOf = (fault: EndpointCertificate['fault']): Recipe => (fault === undefined ? {} : recipes[fault]);

/** Issues one certificate of an endpoint, with its fault if it has one. */
export function issue(
  endpoint: Endpoint,
  wanted: EndpointCertificate,
  authorities: Authorities,
  now: Date,
  keys: KeyStore,
): IssuedCertificate {
  const key = keys(wanted.key);
  const recipe = recipeOf(wanted.fault);
  const issuerName = issuerNameOf(wanted);
  const itself = { commonName: recipe.content?.commonName ?? endpoint.host, key };
  const signer = issuerName === undefined ? itself : authorities[issuerName];
  const sound = signCertificate(
    contentOf(endpoint, key, recipe, authorities, now),
    withUrls(signer, recipe),
    recipe.digest,
  );
  const leaf = recipe.spoilt === true ? spoiltSignature(sound) : sound;
  const followers = recipe.followers ?? (issuerName === undefined ? [] : [issuerName]);
  const { delivered } = recipe;
  const loggedAt = loggedWithin(recipe, now);
  const chain = [leaf, ...followers.map((name) => (name === 'leaf' ? leaf : authorities[name].der))];
  return {
    name: certificateName(endpoint.host, wanted),
    keyPem: keyPem(key),
    chainPem: chain.map((der) => pem('CERTIFICATE', der)).join(''),
    leaf,
    ...(delivered === undefined
      ? {}
      : { timestamps: timestampList(delivered, authorities.logs, { kind: 'certificate', der: leaf }, loggedAt) }),
  };
}

const ordinaryDays = [-5, 85] as const;

/** Certificates are logged an hour after their validity begins. */
const loggedWithin = ({ days = ordinaryDays }: Recipe, now: Date): Date =>
  new Date(life(days, now).notBefore.getTime() + 3_600_000);

function contentOf(
  endpoint: Endpoint,
  key: KeyObject,
  recipe: Recipe,
  { logs }: Authorities,
  now: Date,
): CertificateContent {
  const { days = ordinaryDays, names, only, moreNames = [], content, timestamps, exponentOne } = recipe;
  const loggedAt = loggedWithin(recipe, now);
  return {
    commonName: endpoint.host,
    publicKey: key,
    role: 'server',
    dnsNames: names ?? [...ownNames(endpoint, only), ...moreNames],
    ...life(days, now),
    ...(timestamps === undefined
      ? {}
      : {
          timestamps: (issuer: Issuer, signed: Uint8Array) =>
            timestampExtension(timestamps, logs, issuer, signed, loggedAt),
        }),
    ...(exponentOne === true ? { publicKeyInfo: withExponentOne(key) } : {}),
    ...content,
  };
}

function withExponentOne(key: KeyObject): Uint8Array {
  const { n = '' } = key.export({ format: 'jwk' });
  const numbers = sequence(unsignedInteger(Buffer.from(n, 'base64url')), integer(1));
  return sequence(sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue), bitString(numbers));
}

function ownNames(endpoint: Endpoint, only: Recipe['only']): readonly string[] {
  if (only === 'host') return [endpoint.host];
  return only === 'aliases' ? (endpoint.aliases ?? []) : namesOf(endpoint);
}

function withUrls(signer: Issuer, { certificateUrl, revocationUrl, statusUrl }: Recipe): Issuer {
  return {
    commonName: signer.commonName,
    key: signer.key,
    certificateUrl: certificateUrl === null ? undefined : (certificateUrl ?? signer.certificateUrl),
    revocationUrl: revocationUrl === null ? undefined : (revocationUrl ?? signer.revocationUrl),
    statusUrl,
  };
}

/** Changes the signature's last byte: well-formed, but invalid. */
function spoiltSignature(der: Buffer): Buffer {
  const spoilt = Buffer.from(der);
  spoilt.writeUInt8(spoilt.readUInt8(spoilt.length - 1) ^ 0x01, spoilt.length - 1);
  return spoilt;
}
