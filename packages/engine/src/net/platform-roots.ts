import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';

let roots: readonly X509Certificate[] | undefined;

/** The roots that the platform trusts, including NODE_EXTRA_CA_CERTS. */
export const platformRoots = (): readonly X509Certificate[] =>
  (roots ??= getCACertificates('default').map((pem) => new X509Certificate(pem)));
