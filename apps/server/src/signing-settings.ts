type Environment = Readonly<Record<string, string | undefined>>;

/** Files of a signing certificate of the operator's own; null: the service makes its keys itself. */
export type SigningSettings = {
  /** PEM: the certificate, then its issuers up to the root. */
  certificateFile: string;
  /** PEM of the private key. */
  keyFile: string;
  /** Of an encrypted key. */
  passphrase: string | null;
} | null;

/** Reads PERIMETER_SIGNING_CERTIFICATE, PERIMETER_SIGNING_KEY and PERIMETER_SIGNING_PASSPHRASE. */
export function readSigningSettings(
  env: Environment,
): { ok: true; value: SigningSettings } | { ok: false; problem: string } {
  const certificateFile = env['PERIMETER_SIGNING_CERTIFICATE'] ?? '';
  const keyFile = env['PERIMETER_SIGNING_KEY'] ?? '';
  // It is never quoted.
  const passphrase = env['PERIMETER_SIGNING_PASSPHRASE'] ?? '';
  if ((certificateFile === '') !== (keyFile === '')) {
    return { ok: false, problem: 'PERIMETER_SIGNING_CERTIFICATE and PERIMETER_SIGNING_KEY go together' };
  }
  if (keyFile === '') {
    return passphrase === ''
      ? { ok: true, value: null }
      : { ok: false, problem: 'PERIMETER_SIGNING_PASSPHRASE is set without PERIMETER_SIGNING_KEY' };
  }
  return { ok: true, value: { certificateFile, keyFile, passphrase: passphrase === '' ? null : passphrase } };
}
