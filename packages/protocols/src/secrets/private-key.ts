import { tags } from '../der/reader.ts';
import { octetsOf } from './octets.ts';
import { isFiller } from './filler.ts';

/** A private key, judged by its structure: `isOpen` where no passphrase protects it. */
export interface PrivateKey {
  header: string;
  isOpen: boolean;
}

/** Armour of private keys (RFC 7468 sections 10 and 11, RFC 5915 section 4, PKCS #1, OpenSSH); the text may end within it. */
const armour =
  /^(-----BEGIN ((?:RSA |EC |DSA |ENCRYPTED |OPENSSH )?PRIVATE KEY)-----)([^]{0,16384}?)(?:(-----END \2-----)|$)/;
/** Encryption by headers (RFC 1421 section 4.6). */
const encrypted = /^\s*(?:Proc-Type: ?4,ENCRYPTED\s+)?DEK-Info: ?[\w-]{3,30}(?:,[0-9A-F]{0,64})?\s+/i;
/** Line ends, also as scripts and pages escape them, and the signs that join string literals of a script. */
const between = /\\[rn]|<br ?\/?>|&#(?:1[03]|x0?[ad]);|["'`]\s{0,40}[+.,]?\s{0,40}["'`]|[\s\\]/gi;

/** The shortest whole body: a key of an elliptic curve without its parameters (RFC 5915 section 3). */
const leastOctets = 39;

/** OpenSSH writes strings, each behind its length, after a name of 15 octets (PROTOCOL.key). */
const openSshMagic = 'openssh-key-v1\0';

/** Keys as PuTTY writes them: names and comment, public lines, private lines (its manual, appendix C). */
const putty =
  /^(PuTTY-User-Key-File-[1-9]: [\w.-]{3,40})\r?\nEncryption: ([\w-]{2,20})\r?\n(?:[\w-]{1,40}: ?[^\r\n]{0,400}\r?\n|[A-Za-z0-9+/=]{4,64}\r?\n){0,200}?Private-Lines: (\d{1,3})\r?\n((?:[A-Za-z0-9+/=]{4,64}(?:\r?\n|$)){1,200})/;

/** The types of the members of keys, in hex: PKCS #1, DSA, RFC 5915, RFC 5958 and, with a passphrase, RFC 5958 section 3. */
const shapes: readonly string[] = [
  ...['', '30'].map((primes) => `${'02'.repeat(9)}${primes}`),
  '02'.repeat(6),
  ...['', 'a0', 'a1', 'a0a1'].map((more) => `0204${more}`),
  ...['', 'a0', '81', 'a1', 'a081', 'a0a1'].map((more) => `023004${more}`),
  '3004',
];

/** Octets of the body of a key; null where it is none. */
function bodyOf(base64: string): string | null {
  const [, digits = ''] = /^([A-Za-z0-9+/]+)={0,2}$/.exec(base64) ?? [];
  return digits === '' || isFiller(digits.slice(0, 64)) ? null : octetsOf(digits);
}

const numberAt = (octets: string, at: number, size: number): number =>
  Array.from({ length: size }, (_, index) => octets.charCodeAt(at + index)).reduce((sum, one) => sum * 0x100 + one, 0);

/** The type, beginning and end of the value at a place (X.690 section 8.1). */
function valueAt(octets: string, at: number): { tag: number; start: number; end: number } {
  const first = octets.charCodeAt(at + 1);
  const size = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + size;
  return { tag: octets.charCodeAt(at), start, end: start + (size === 0 ? first : numberAt(octets, at + 2, size)) };
}

/** The shape of a key in DER; null where its lengths or types are others. */
function shapeOf(octets: string, isCut: boolean): string | null {
  const outer = valueAt(octets, 0);
  if (outer.tag !== tags.sequence || (isCut ? outer.end <= octets.length : outer.end !== octets.length)) return null;
  let found = '';
  let at = outer.start;
  while (at < octets.length && found.length < 24) {
    const { tag, end } = valueAt(octets, at);
    if (!(end <= outer.end)) return null;
    found += tag.toString(16).padStart(2, '0');
    at = end;
  }
  return shapes.find((shape) => (isCut ? shape.startsWith(found) : shape === found)) ?? null;
}

/** Whether strings of SSH (RFC 4251 section 5) fill the octets from a place to their end; a number stands before the string of that index. */
function areStrings(octets: string, from: number, isCut: boolean, numbered = -1): boolean {
  let at = from;
  for (let index = 0; at < octets.length; index += 1) {
    const start = at + (index === numbered ? 8 : 4);
    at = start + numberAt(octets, start - 4, 4);
  }
  return at === octets.length || isCut;
}

function puttyKey(text: string, isCut: boolean): PrivateKey | null {
  const [, header, encryption, count, lines = ''] = putty.exec(text) ?? [];
  if (header === undefined) return null;
  const octets = bodyOf(lines.replaceAll(/\s/g, ''));
  const isWhole = lines.trim().split('\n').length === Number(count);
  const isOpen = encryption === 'none';
  // With a passphrase the part fills blocks of AES.
  const fits =
    octets !== null &&
    (isWhole || isCut) &&
    (isOpen ? areStrings(octets, 0, isCut) : octets.length % 16 === 0 || isCut);
  return fits ? { header, isOpen } : null;
}

/** Bech32 with 58 characters (age, C2SP), and blocks of OpenPGP, whose passphrases are in their packets; else a key of PuTTY. */
function otherKey(text: string, isCut: boolean): PrivateKey | null {
  if (/^AGE-SECRET-KEY-1[0-9A-Z]{58}(?:\s|$)/.test(text)) return { header: 'AGE-SECRET-KEY-1', isOpen: true };
  const block = '-----BEGIN PGP PRIVATE KEY BLOCK-----';
  return text.startsWith(block) ? { header: block, isOpen: false } : puttyKey(text, isCut);
}

/**
 * The private key with which a text begins, whole or, where `isCut` states that only part of the text was read, as far as it
 * is there; null where its octets have not the types and lengths of a key, as those of samples have not.
 */
export function privateKeyIn(text: string, isCut = false): PrivateKey | null {
  const [, header, , body = '', end] = armour.exec(text) ?? [];
  if (header === undefined) return otherKey(text, isCut);
  const goesOn = end === undefined;
  const isLocked = encrypted.test(body);
  const octets = bodyOf(body.replace(encrypted, '').replaceAll(between, ''));
  if (octets === null || octets.length < leastOctets || (goesOn && !isCut)) return null;
  // The ciphers have blocks of 8 or 16 octets.
  if (isLocked) return goesOn || octets.length % 8 === 0 ? { header, isOpen: false } : null;
  if (octets.startsWith(openSshMagic)) {
    const isOpen = octets.startsWith('none', openSshMagic.length + 4);
    return areStrings(octets, openSshMagic.length, goesOn, 3) ? { header, isOpen } : null;
  }
  const shape = shapeOf(octets, goesOn);
  return shape === null ? null : { header, isOpen: !shape.startsWith('30') };
}
