import { isIP } from 'node:net';
import type { Environment, Read } from './environment.ts';

/** What an operator sets about the answers that browsers and researchers get. */
export interface WebSettings {
  /** How long browsers use HTTPS alone; 0: nothing is said, because something in front says it. */
  hstsSeconds: number;
  /** Where weaknesses of this service are reported; null: nothing is said. */
  securityContact: string | null;
  /** Where owners of audited domains and networks write to; null: nobody is named. */
  operatorContact: string | null;
  /** Addresses or networks that audits come from, as the operator states them. */
  sourceAddresses: readonly string[];
  /** What stands before every path where a proxy maps the service under one; empty for none. */
  basePath: string;
  /** Pages of the operator that the foot of every page links to. */
  imprintUrl: string | null;
  privacyUrl: string | null;
}

/** Reads a contact: a URI as security.txt has it (RFC 9116 section 2.5.3). */
export function readContact(
  env: Environment,
  name: 'PERIMETER_SECURITY_CONTACT' | 'PERIMETER_OPERATOR_CONTACT',
): Read<string | null> {
  const text = env[name] ?? '';
  if (text === '') return { ok: true, value: null };
  return /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[!-~]+|tel:\+[\d-]+)$/.test(text)
    ? { ok: true, value: text }
    : { ok: false, problem: `${name} is not a URI such as mailto:security@example.com` };
}

/** Reads PERIMETER_SOURCE_ADDRESSES: what the page for owners says that audits come from. */
export function readSourceAddresses(env: Environment): Read<readonly string[]> {
  const texts = (env['PERIMETER_SOURCE_ADDRESSES'] ?? '').split(',').map((text) => text.trim());
  const named = texts.filter((text) => text !== '');
  const wrong = named.find((text) => isIP(text.replace(/\/\d{1,3}$/, '')) === 0);
  return wrong === undefined
    ? { ok: true, value: named }
    : {
        ok: false,
        problem: 'PERIMETER_SOURCE_ADDRESSES is not a list of addresses or networks such as 203.0.113.0/28',
      };
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
