import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileProblem } from '../net/file-problem.ts';
import type { SetVariables } from '../net/environment/setting.ts';

const variable = 'NODE_EXTRA_CA_CERTS';
const wholeBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

function read(file: string): { text: string } | { problem: string } {
  try {
    return { text: readFileSync(file, 'latin1') };
  } catch (error) {
    return { problem: `${variable}: ${file} cannot be read: ${fileProblem(error)}` };
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * The problem of NODE_EXTRA_CA_CERTS; null: none. Node.js only warns and continues without the authorities: sites with
 * their certificates would be judged as untrusted, and mail and time stamps would fail later.
 */
export function extraAuthoritiesProblem(env: SetVariables): string | null {
  const file = env['NODE_EXTRA_CA_CERTS'] ?? '';
  if (file === '') return null;
  const found = read(file);
  if ('problem' in found) return found.problem;
  const blocks = found.text.match(wholeBlock) ?? [];
  const begun = found.text.match(/-----BEGIN CERTIFICATE-----/gu)?.length ?? 0;
  if (begun === 0) return `${variable}: ${file} holds no certificate in PEM`;
  return begun === blocks.length && blocks.every(isCertificate)
    ? null
    : `${variable}: ${file} holds a certificate that cannot be read; the file may be cut short`;
}
