import { pathDatesProblem, pathProblem, readPathCertificate } from '@perimeter/report/certificate-path';
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SigningSettings } from '../settings/signing.ts';
import { StartError, systemText } from '../settings/start-error.ts';
import { Pkcs12Error, readPkcs12 } from './pkcs12/read-store.ts';
import { ProtocolError } from '@perimeter/protocols/protocol-error';

/** The operator's signing certificate with its key and issuers, nearest first. */
export interface OwnSigner {
  certificate: Uint8Array;
  key: KeyObject;
  /** DER; the last one is the root. */
  issuers: readonly [Uint8Array, ...Uint8Array[]];
}

const maxFileBytes = 1024 * 1024;
// The minimum RSA modulus for signatures (NIST SP 800-131A revision 2, section 3).
const leastModulusBits = 2_048;

function readFile(variable: string, file: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new StartError(`${variable}: cannot read ${file}: ${systemText(error)}`, 2);
  }
  if (bytes.length > maxFileBytes) throw new StartError(`${variable}: ${file} is too large`, 2);
  return bytes;
}

/** The certificates of a PEM file named by a setting. Throws StartError. */
export function readCertificates(variable: string, file: string): X509Certificate[] {
  const blocks =
    readFile(variable, file)
      .toString('latin1')
      .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
  try {
    return blocks.map((pem) => new X509Certificate(pem));
  } catch {
    throw new StartError(`${variable}: ${file} contains a malformed certificate`, 2);
  }
}

function readKey(file: string, passphrase: string | null): KeyObject {
  const pem = readFile('PERIMETER_SIGNING_KEY', file);
  try {
    return createPrivateKey({ key: pem, format: 'pem', ...(passphrase === null ? {} : { passphrase }) });
  } catch {
    throw new StartError(
      passphrase === null
        ? `PERIMETER_SIGNING_KEY: ${file} contains no PEM private key, or one that needs PERIMETER_SIGNING_PASSPHRASE`
        : `PERIMETER_SIGNING_KEY: ${file} contains no PEM private key that PERIMETER_SIGNING_PASSPHRASE decrypts`,
      2,
    );
  }
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** Why a verifier would not trust the seals: checks the path as our own verifier does. */
function pathProblemOf(certificates: readonly X509Certificate[], nowMs: number): string | null {
  try {
    const path = certificates.map(({ raw }) => readPathCertificate(raw));
    return pathProblem(path, 'documents') ?? pathDatesProblem(path, nowMs);
  } catch (error) {
    return `it contains a malformed certificate (${error instanceof ProtocolError ? error.message : 'unknown reason'})`;
  }
}

/** Why a certificate cannot seal reports; null if it can. */
function problemOf(certificates: readonly X509Certificate[], key: KeyObject, nowMs: number): string | null {
  const [leaf, ...issuers] = certificates;
  if (leaf === undefined) return 'it contains no PEM certificate';
  const details = key.asymmetricKeyDetails;
  if (key.asymmetricKeyType !== 'rsa' || (details?.modulusLength ?? 0) < leastModulusBits)
    return `signing needs an RSA key of at least ${leastModulusBits} bits`;
  if (!leaf.checkPrivateKey(key)) return 'its first certificate does not match the key';
  if (nowMs < leaf.validFromDate.getTime()) return 'the certificate is not valid yet';
  if (nowMs > leaf.validToDate.getTime()) return 'the certificate has expired';
  if (issuers.length === 0) return 'the issuer certificates, up to the root, must follow it';
  const broken = certificates.findIndex(
    (certificate, index, all) => !isIssuedBy(certificate, all[index + 1] ?? certificate),
  );
  if (broken >= 0) return `certificate ${broken + 1} is not issued by the next one`;
  return pathProblemOf(certificates, nowMs);
}

/** Certificates ordered as a path from the key's own; others are left out. */
function inOrder(certificates: readonly X509Certificate[], key: KeyObject): X509Certificate[] {
  const path: X509Certificate[] = [];
  let next = certificates.find((certificate) => certificate.checkPrivateKey(key));
  while (next !== undefined) {
    const last = next;
    path.push(last);
    next = certificates.find((issuer) => !path.includes(issuer) && isIssuedBy(last, issuer));
  }
  return path;
}

function readStore(file: string, passphrase: string): { key: KeyObject; certificates: X509Certificate[] } {
  const store = readFile('PERIMETER_SIGNING_PKCS12', file);
  try {
    const { key, certificates } = readPkcs12(store, passphrase);
    const read = certificates.map((der) => new X509Certificate(der));
    return { key, certificates: inOrder(read, key) };
  } catch (error) {
    const why = error instanceof Pkcs12Error || error instanceof ProtocolError ? error.message : 'it is malformed';
    throw new StartError(`PERIMETER_SIGNING_PKCS12: ${file}: ${why}`, 2);
  }
}

/** Reads the operator's certificate and key. Throws StartError, which never quotes the passphrase. */
export function readOwnSigner(settings: SigningSettings, nowMs = Date.now()): OwnSigner | null {
  if (settings === null) return null;
  const { key, certificates } =
    settings.kind === 'pkcs12'
      ? readStore(settings.file, settings.passphrase)
      : {
          certificates: readCertificates('PERIMETER_SIGNING_CERTIFICATE', settings.certificateFile),
          key: readKey(settings.keyFile, settings.passphrase),
        };
  const problem = problemOf(certificates, key, nowMs);
  const [certificate, nearest, ...further] = certificates.map(({ raw }) => new Uint8Array(raw));
  if (problem !== null || certificate === undefined || nearest === undefined) {
    const where =
      settings.kind === 'pkcs12'
        ? `PERIMETER_SIGNING_PKCS12: ${settings.file}`
        : `PERIMETER_SIGNING_CERTIFICATE: ${settings.certificateFile}`;
    throw new StartError(`${where}: ${problem ?? 'no certificate'}`, 2);
  }
  return { certificate, key, issuers: [nearest, ...further] };
}
