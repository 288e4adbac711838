import { getCACertificates, rootCertificates } from 'node:tls';

const derOf = (pem: string): Uint8Array =>
  new Uint8Array(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));

/** DER of the public roots in the runtime: Mozilla's list. */
export const bundledRoots = (): Uint8Array[] => rootCertificates.map(derOf);

/** DER of the roots that the operator has added by NODE_EXTRA_CA_CERTS. */
export const extraRoots = (): Uint8Array[] => getCACertificates('extra').map(derOf);
