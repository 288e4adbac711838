import type { Environment, Read } from './environment.ts';

/** What an operator sets about the answers that browsers and researchers get. */
export interface WebSettings {
  /** How long browsers use HTTPS alone; 0: nothing is said, because something in front says it. */
  hstsSeconds: number;
  /** Where weaknesses of this service are reported; null: nothing is said. */
  securityContact: string | null;
  /** What stands before every path where a proxy maps the service under one; empty for none. */
  basePath: string;
  /** Pages of the operator that the foot of every page links to. */
  imprintUrl: string | null;
  privacyUrl: string | null;
}

/** Reads PERIMETER_SECURITY_CONTACT: a URI as security.txt has it (RFC 9116 section 2.5.3). */
export function readSecurityContact(env: Environment): Read<string | null> {
  const text = env['PERIMETER_SECURITY_CONTACT'] ?? '';
  if (text === '') return { ok: true, value: null };
  return /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[!-~]+|tel:\+[\d-]+)$/.test(text)
    ? { ok: true, value: text }
    : { ok: false, problem: 'PERIMETER_SECURITY_CONTACT is not a URI such as mailto:security@example.com' };
}

/** Reads PERIMETER_BASE_PATH: the path under which a proxy maps the service. */
export function readBasePath(env: Environment): Read<string> {
  const text = (env['PERIMETER_BASE_PATH'] ?? '').replace(/\/$/, '');
  return text === '' || /^(?:\/[A-Za-z0-9._~-]+)+$/.test(text)
    ? { ok: true, value: text }
    : { ok: false, problem: 'PERIMETER_BASE_PATH is not a path such as /perimeter' };
}

/** Reads the address of a page of the operator. */
export function readPageUrl(env: Environment, name: string): Read<string | null> {
  const text = env[name] ?? '';
  if (text === '') return { ok: true, value: null };
  return /^https?:\/\/[!-~]+$/.test(text) && URL.canParse(text)
    ? { ok: true, value: text }
    : { ok: false, problem: `${name} is not a URL such as https://example.com/imprint` };
}
