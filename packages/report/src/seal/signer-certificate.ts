import type { ChainCertificate, SignerCertificate } from '@perimeter/protocols/cms/signed-data';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { unsignedInteger } from '@perimeter/protocols/der/writer';
import { type KeyObject, X509Certificate } from 'node:crypto';
import { sha256 } from '../canonical/digest.ts';

/** Parses a certificate for signing or verifying; throws if it is invalid or its key is neither RSA nor EC. */
export function readSigner(der: Uint8Array): SignerCertificate & { publicKey: KeyObject; x509: X509Certificate } {
  const { issuer, serialNumber } = parseCertificate(der);
  const x509 = new X509Certificate(der);
  const { publicKey } = x509;
  const keyType = publicKey.asymmetricKeyType;
  if (keyType !== 'rsa' && keyType !== 'ec')
    throw new TypeError(`A report cannot be signed by a key of type ${keyType}`);
  return {
    der,
    sha256: sha256(der),
    issuer: issuer.der,
    serialNumber: unsignedInteger(serialNumber),
    keyType,
    publicKey,
    x509,
  };
}

/** A further certificate of a container, with its hash. */
export const readChainCertificate = (der: Uint8Array): ChainCertificate => ({
  der,
  sha256: sha256(der),
});
