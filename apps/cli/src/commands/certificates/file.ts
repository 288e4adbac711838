import { closeSync, openSync, readSync } from 'node:fs';
import { UsageError } from '../../argument-values.ts';
import { fileProblem } from '@perimeter/engine/net/file-problem';

/** Larger than any chain or list of roots. */
const maxBytes = 8 * 1024 * 1024;

/** Maximum certificates of a file: far more than any chain, and enough for lists of roots. */
const maxCertificates = 1000;

/** Textual encoding (RFC 7468 sections 5 and 6). */
const blocks = {
  certificate: /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----([^-]*)-----END /gu,
  'revocation list': /-----BEGIN X509 CRL-----([^-]*)-----END /gu,
} as const;

/** DER tag of SEQUENCE, with which certificates and lists begin. */
const sequenceTag = 0x30;

function readWhole(descriptor: number): Uint8Array {
  const bytes = Buffer.alloc(maxBytes + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0) return new Uint8Array(bytes.subarray(0, length));
  }
}

function readBytes(file: string): Uint8Array {
  try {
    if (file === '-') return readWhole(0);
    const descriptor = openSync(file, 'r');
    try {
      return readWhole(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${fileProblem(error)}`);
  }
}

function readAll(file: string, what: keyof typeof blocks): Uint8Array[] {
  const bytes = readBytes(file);
  const name = file === '-' ? 'Standard input' : file;
  if (bytes.length > maxBytes) throw new UsageError(`${name} is larger than ${maxBytes} bytes`);
  if (bytes[0] === sequenceTag) return [bytes];
  const text = Buffer.from(bytes).toString('latin1');
  const found = [...text.matchAll(blocks[what])].map(
    ([, base64 = '']) => new Uint8Array(Buffer.from(base64, 'base64')),
  );
  if (found.length === 0) throw new UsageError(`${name} contains no ${what} in PEM or DER`);
  if (found.length > maxCertificates) throw new UsageError(`${name} contains more than ${maxCertificates} ${what}s`);
  return found;
}

/** DER of the certificates in a file, in PEM or one in DER; throws UsageError if there are none. */
export const readCertificates = (file: string): Uint8Array[] => readAll(file, 'certificate');

/** The same for revocation lists. */
export const readLists = (file: string): Uint8Array[] => readAll(file, 'revocation list');
