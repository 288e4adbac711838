import { Secret, TOTP } from 'otpauth';
import { encodeQR } from 'qr';
import { decrypt, encrypt } from '../../secrets/encryption.ts';

// The parameters that every authenticator application supports; some ignore all others.
const terms = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
// 160 bits (RFC 4226 section 4, requirement R6).
const secretBytes = 20;
/** Accept one step before and after (RFC 6238 section 5.2). */
const drift = 1;

const useOf = (accountId: string) => ({ purpose: 'second factor', subject: accountId });

const totpOf = (secret: Secret, email: string): TOTP =>
  new TOTP({ issuer: 'Perimeter', label: email, secret, ...terms });

/** A new secret: as text, as a URI, as a QR code, and in its stored form. */
export interface NewSecret {
  text: string;
  uri: string;
  qr: { size: number; path: string };
  encrypted: Buffer;
}

/**
 * The dark modules of a QR code as one SVG path, one unit each, with the required quiet zone of four modules (ISO/IEC
 * 18004 section 5.3.8).
 */
function qrOf(text: string): NewSecret['qr'] {
  const rows = encodeQR(text, 'raw', { border: 4, ecc: 'medium' });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
}

/** A new secret for an account, encrypted under the server secret. */
export function newSecret({ id, email }: { id: string; email: string }, serverSecret: Buffer): NewSecret {
  const secret = new Secret({ size: secretBytes });
  const uri = totpOf(secret, email).toString();
  return { text: secret.base32, uri, qr: qrOf(uri), encrypted: encrypt(secret.bytes, serverSecret, useOf(id)) };
}

/**
 * The time step that a code is valid for, one step of drift allowed; null for a wrong code or a secret that cannot be
 * decrypted.
 */
export function stepOf(
  code: string,
  { account_id: id, encrypted_secret: encrypted }: { account_id: string; encrypted_secret: Buffer },
  serverSecrets: readonly Buffer[],
  nowMs: number,
): number | null {
  const plain = decrypt(encrypted, serverSecrets, useOf(id));
  if (plain === null) return null;
  const totp = totpOf(new Secret({ buffer: new Uint8Array(plain).buffer }), '');
  const delta = totp.validate({ token: code, timestamp: nowMs, window: drift });
  return delta === null ? null : totp.counter({ timestamp: nowMs }) + delta;
}
