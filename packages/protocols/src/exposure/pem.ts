import { octetsOf } from '../secrets/octets.ts';
import { opensAlone } from '../secrets/private-key.ts';

/** Headers of private keys (RFC 7468 sections 10 and 11, RFC 5915 section 4, PKCS #1, OpenSSH). */
const header = /^-----BEGIN (?:RSA |EC |DSA |ENCRYPTED |OPENSSH )?PRIVATE KEY-----(?=[\r\n])/;

/** The shortest whole body: a key of an elliptic curve without its parameters (RFC 5915 section 3). */
const leastOctets = 39;

/** Keys as PuTTY writes them: the line of their kind says what they are encrypted with. */
const putty = /^PuTTY-User-Key-File-[1-9]: [\w.-]{3,40}\r?\nEncryption: ([\w-]{2,20})\r?\n/;

/** What may stand before a key in its file: certificates, parameters, and what OpenSSL says of the parts of a PKCS #12 file, and lines of comment. */
const beforeKey =
  /\s+|[#;][^\n]{0,1024}\n|-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE|(?:EC|DH) PARAMETERS|PUBLIC KEY)-----[^-]{0,8192}-----END \1-----|(?:Bag|Key) Attributes[^\n]{0,200}\n(?:[\t ]+[^\n]{1,400}\n)*|(?:subject|issuer)\s?=[^\n]{0,1024}\n/y;

function withoutForerunners(text: string): string {
  let at = 0;
  for (let length = -1; length !== 0; at += length) {
    beforeKey.lastIndex = at;
    length = beforeKey.exec(text)?.[0].length ?? 0;
  }
  return text.slice(at);
}

/** The private key with which a file begins, behind what may stand in front of it, and whether it opens without a passphrase; null where its body is none. */
export function keyBody(file: string): { header: string; isOpen: boolean } | null {
  const text = withoutForerunners(file);
  const encryption = putty.exec(text)?.[1];
  if (encryption !== undefined)
    return { header: text.slice(0, text.indexOf('\n')).trim(), isOpen: encryption === 'none' };
  // Bech32 with 58 characters (age, C2SP); whether a block of OpenPGP has a passphrase is in its packets.
  if (/^AGE-SECRET-KEY-1[0-9A-Z]{58}\s/.test(`${text}\n`)) return { header: 'AGE-SECRET-KEY-1', isOpen: true };
  const block = '-----BEGIN PGP PRIVATE KEY BLOCK-----';
  if (text.startsWith(block)) return { header: block, isOpen: false };
  const line = header.exec(text)?.[0];
  if (line === undefined) return null;
  const rest = text.slice(line.length);
  // Encryption by headers (RFC 1421 section 4.6) leaves no DER to be seen.
  if (/^[\r\n]+(?:Proc-Type: ?4,ENCRYPTED|DEK-Info:)/.test(rest)) return { header: line, isOpen: false };
  const {
    1: first = '',
    2: more = '',
    3: end,
  } = /^[\r\n]+([A-Za-z0-9+/=]{16,})(?=[\r\n]|$)([\sA-Za-z0-9+/=]*)(-----END )?/.exec(rest) ?? [];
  const octets = end === undefined ? null : octetsOf(`${first}${more}`);
  if (octets !== null && octets.length < leastOctets) return null;
  const isOpen = opensAlone(line, `${first}${more}`);
  return isOpen === null ? null : { header: line, isOpen };
}
