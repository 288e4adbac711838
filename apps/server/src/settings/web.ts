import type { Environment, Read } from './environment.ts';

/** What an operator sets about the answers that browsers and researchers get. */
export interface WebSettings {
  /** How long browsers use HTTPS alone; 0: nothing is said, because something in front says it. */
  hstsSeconds: number;
  /** Where weaknesses of this service are reported; null: nothing is said. */
  securityContact: string | null;
}

/** Reads PERIMETER_SECURITY_CONTACT: a URI as security.txt has it (RFC 9116 section 2.5.3). */
export function readSecurityContact(env: Environment): Read<string | null> {
  const text = env['PERIMETER_SECURITY_CONTACT'] ?? '';
  if (text === '') return { ok: true, value: null };
  return /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[!-~]+|tel:\+[\d-]+)$/.test(text)
    ? { ok: true, value: text }
    : { ok: false, problem: 'PERIMETER_SECURITY_CONTACT is not a URI such as mailto:security@example.com' };
}
