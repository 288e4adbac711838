import type { Environment, Read } from './environment.ts';

/** Where a signing certificate of the operator's own is, with its key and its issuers; null: the service makes its keys. */
export type SigningSettings =
  | {
      kind: 'pem';
      /** The certificate, then its issuers up to the root. */
      certificateFile: string;
      keyFile: string;
      /** Of an encrypted key. */
      passphrase: string | null;
    }
  | { kind: 'pkcs12'; file: string; passphrase: string }
  | null;

/** Reads PERIMETER_SIGNING_PKCS12, or PERIMETER_SIGNING_CERTIFICATE and PERIMETER_SIGNING_KEY, and their passphrase. */
export function readSigningSettings(env: Environment): Read<SigningSettings> {
  const file = env['PERIMETER_SIGNING_PKCS12'] ?? '';
  const certificateFile = env['PERIMETER_SIGNING_CERTIFICATE'] ?? '';
  const keyFile = env['PERIMETER_SIGNING_KEY'] ?? '';
  // It is never quoted.
  const passphrase = env['PERIMETER_SIGNING_PASSPHRASE'] ?? '';
  if ((certificateFile === '') !== (keyFile === ''))
    return { ok: false, problem: 'PERIMETER_SIGNING_CERTIFICATE and PERIMETER_SIGNING_KEY must be set together' };
  if (file !== '' && keyFile !== '')
    return {
      ok: false,
      problem: 'Set either PERIMETER_SIGNING_PKCS12 or PERIMETER_SIGNING_KEY with its certificate, not both',
    };
  if (file !== '') return { ok: true, value: { kind: 'pkcs12', file, passphrase } };
  if (keyFile !== '')
    return {
      ok: true,
      value: { kind: 'pem', certificateFile, keyFile, passphrase: passphrase === '' ? null : passphrase },
    };
  return passphrase === ''
    ? { ok: true, value: null }
    : { ok: false, problem: 'PERIMETER_SIGNING_PASSPHRASE is set without PERIMETER_SIGNING_KEY or _PKCS12' };
}

/** A time-stamping authority (RFC 3161) that every document gets a stamp of; null: none does. */
export type TimeStampSettings = {
  /** Without credentials. */
  url: string;
  /** Of HTTP Basic; null where the URL had none. It is never quoted. */
  authorization: string | null;
  /** PEM file of the authorities that its certificate has to be under; null: any, and the connection vouches for it. */
  anchorsFile: string | null;
  /** OID of the policy that is asked for; null: the authority's own. */
  policy: string | null;
} | null;

const oidForm = /^[0-2](?:\.(?:0|[1-9]\d{0,9})){1,20}$/;

/** The credentials of a URL, as HTTP Basic has them (RFC 7617); its own text without them. */
function withoutCredentials(given: URL): { url: string; authorization: string | null } {
  const url = new URL(given);
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { url: url.href, authorization: pair === ':' ? null : `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Reads PERIMETER_TSA_URL, PERIMETER_TSA_CA and PERIMETER_TSA_POLICY. */
export function readTimeStampSettings(env: Environment): Read<TimeStampSettings> {
  const text = env['PERIMETER_TSA_URL'] ?? '';
  const anchorsFile = env['PERIMETER_TSA_CA'] || null;
  const policy = env['PERIMETER_TSA_POLICY'] || null;
  if (text === '')
    return anchorsFile === null && policy === null
      ? { ok: true, value: null }
      : { ok: false, problem: 'PERIMETER_TSA_CA and PERIMETER_TSA_POLICY need PERIMETER_TSA_URL' };
  const url = URL.parse(text);
  // The URL may hold a password: it is never quoted.
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return { ok: false, problem: 'PERIMETER_TSA_URL is not a URL such as https://tsa.example/tsr' };
  if (url.protocol === 'http:' && anchorsFile === null)
    return {
      ok: false,
      problem:
        'PERIMETER_TSA_URL over http needs PERIMETER_TSA_CA, because an attacker on the path could forge time stamps',
    };
  if (policy !== null && !oidForm.test(policy))
    return { ok: false, problem: 'PERIMETER_TSA_POLICY must be an object identifier such as 1.2.3.4' };
  return { ok: true, value: { ...withoutCredentials(url), anchorsFile, policy } };
}
