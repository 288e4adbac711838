type Environment = Readonly<Record<string, string | undefined>>;

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
export function readSigningSettings(
  env: Environment,
): { ok: true; value: SigningSettings } | { ok: false; problem: string } {
  const file = env['PERIMETER_SIGNING_PKCS12'] ?? '';
  const certificateFile = env['PERIMETER_SIGNING_CERTIFICATE'] ?? '';
  const keyFile = env['PERIMETER_SIGNING_KEY'] ?? '';
  // It is never quoted.
  const passphrase = env['PERIMETER_SIGNING_PASSPHRASE'] ?? '';
  if ((certificateFile === '') !== (keyFile === ''))
    return { ok: false, problem: 'PERIMETER_SIGNING_CERTIFICATE and PERIMETER_SIGNING_KEY go together' };
  if (file !== '' && keyFile !== '')
    return {
      ok: false,
      problem: 'PERIMETER_SIGNING_PKCS12 stands for PERIMETER_SIGNING_KEY and its certificate: set one',
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
