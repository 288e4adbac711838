import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Environment } from './environment.ts';

/**
 * What is wrong with NODE_EXTRA_CA_CERTS; null: nothing. Node.js itself warns and goes on without the authorities, so that mail
 * and time stamps fail much later.
 */
export function extraAuthoritiesProblem(env: Environment): string | null {
  const file = env['NODE_EXTRA_CA_CERTS'] ?? '';
  if (file === '') return null;
  try {
    const blocks =
      readFileSync(file, 'latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
    const read = blocks.map((pem) => new X509Certificate(pem));
    return read.length > 0 ? null : `NODE_EXTRA_CA_CERTS: ${file} holds no certificate in PEM`;
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'not a certificate';
    return `NODE_EXTRA_CA_CERTS: ${file} cannot be read (${why})`;
  }
}
