import type { Environment, Read } from './environment.ts';

/** The files of the operator's own signing certificate, key and issuers; null: the service creates its keys. */
export type SigningSettings =
  | {
      kind: 'pem';
      /** PEM: the certificate, then its issuers up to the root. */
      certificateFile: string;
      keyFile: string;
      /** The passphrase of an encrypted key; null without one. */
      passphrase: string | null;
    }
  | { kind: 'pkcs12'; file: string; passphrase: string }
  | null;

/** Reads PERIMETER_SIGNING_PKCS12, or PERIMETER_SIGNING_CERTIFICATE and PERIMETER_SIGNING_KEY, and their passphrase. */
export function readSigningSettings(env: Environment): Read<SigningSettings> {
  const file = env['PERIMETER_SIGNING_PKCS12'] ?? '';
  const certificateFile = env['PERIMETER_SIGNING_CERTIFICATE'] ?? '';
  const keyFile = env['PERIMETER_SIGNING_KEY'] ?? '';
  // The passphrase is never quoted.
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

/** A time-stamping authority (RFC 3161) that stamps every document; null: documents get no stamp. */
export type TimeStampSettings = {
  /** Without user information. */
  url: string;
  /** An HTTP Basic Authorization value; null if the URL had no user information. Never quoted. */
  authorization: string | null;
  /**
   * PEM file with the roots that the authority's certificate must chain to; null: any chain, authenticated only by TLS.
   */
  anchorsFile: string | null;
  /** OID of the requested policy; null: the authority's default. */
  policy: string | null;
} | null;

const oidForm = /^[0-2](?:\.(?:0|[1-9]\d{0,9})){1,20}$/;

/** A URL's user information as HTTP Basic (RFC 7617), and the URL without it. */
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
  // The URL may contain a password, so it is never quoted.
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
