import { octetsOf } from './octets.ts';
import { isFiller } from './filler.ts';

/** OpenSSH writes what its keys are encrypted with behind a name of 15 octets and a length of four. */
const openSshMagic = 'openssh-key-v1\0';

/**
 * How a key begins in DER (X.690 sections 8.1.3 and 8.9): a sequence with the version 0 or 1 (RFC 8017 appendix A.1.2, RFC 5958
 * section 2, RFC 5915 section 3), or with the algorithm that it is encrypted with (RFC 5958 section 3).
 */
const sequence = '0(?:[\\0-\\x7f]|\\x81[^]|\\x82[^]{2})';
const open = new RegExp(`^${sequence}\\x02\\x01[\\0\\x01]`);
const encrypted = new RegExp(`^${sequence}${sequence}`);

/** Whether a private key with this line in front opens without a passphrase; null where its body, or the beginning of it, is none. */
export function opensAlone(header: string, base64: string): boolean | null {
  if (isFiller(base64)) return null;
  const octets = octetsOf(base64);
  if (octets === null) return null;
  if (octets.startsWith(openSshMagic)) return octets.startsWith('none', openSshMagic.length + 4);
  if (header.includes('ENCRYPTED')) return encrypted.test(octets) ? false : null;
  return open.test(octets) ? true : null;
}

/** Whether a text is a private key in PEM that opens without a passphrase, as far as it goes; line ends may be written as \\n. */
export function isOpenPem(text: string): boolean {
  const { 1: header = '', 2: body = '' } =
    /^(-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----)((?:[A-Za-z0-9+/=]|\\[rn]?|\s){0,16384})/.exec(text) ?? [];
  return header !== '' && opensAlone(header, body.replaceAll(/\\[rn]?|\s/g, '')) === true;
}
