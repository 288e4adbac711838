import { isIP } from 'node:net';
import type { Environment, Read } from './environment.ts';

/** The operator's settings for answers to browsers and researchers. */
export interface WebSettings {
  /** max-age of HSTS in seconds; 0: no header, because a proxy in front sends it. */
  hstsSeconds: number;
  /** Contact for vulnerability reports; null: no security.txt. */
  securityContact: string | null;
  /** Contact for owners of audited domains and networks; null: none is shown. */
  operatorContact: string | null;
  /** Addresses or networks that audits come from, as configured. */
  sourceAddresses: readonly string[];
  /** The path prefix if a proxy maps the service below one; else empty. */
  basePath: string;
  /** The operator's own pages, linked in every footer. */
  imprintUrl: string | null;
  privacyUrl: string | null;
}

/** Reads a contact: a URI as in security.txt (RFC 9116 section 2.5.3). */
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

/** Reads PERIMETER_SOURCE_ADDRESSES, which the page for site owners shows. */
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

/** Reads PERIMETER_BASE_PATH: the path prefix below which a proxy maps the service. */
export function readBasePath(env: Environment): Read<string> {
  const text = (env['PERIMETER_BASE_PATH'] ?? '').replace(/\/$/, '');
  return text === '' || /^(?:\/[A-Za-z0-9._~-]+)+$/.test(text)
    ? { ok: true, value: text }
    : { ok: false, problem: 'PERIMETER_BASE_PATH is not a path such as /perimeter' };
}

/** Reads the URL of a page of the operator. */
export function readPageUrl(env: Environment, name: string): Read<string | null> {
  const text = env[name] ?? '';
  if (text === '') return { ok: true, value: null };
  return /^https?:\/\/[!-~]+$/.test(text) && URL.canParse(text)
    ? { ok: true, value: text }
    : { ok: false, problem: `${name} is not a URL such as https://example.com/imprint` };
}
