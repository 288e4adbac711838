/** A line without its end, and its number from 1. */
export interface Line {
  text: string;
  number: number;
}

/** A text without the frame of its signature; broken: the line at which the frame is wrong, unsigned: the first line outside of it. */
export interface Unframed {
  lines: readonly Line[];
  signed: boolean;
  broken: number | null;
  unsigned: number | null;
}

const begin = '-----BEGIN PGP SIGNED MESSAGE-----';
const signatureBegin = '-----BEGIN PGP SIGNATURE-----';
const signatureEnd = '-----END PGP SIGNATURE-----';

/** A line that looks like the start or end of a signature frame, whole or damaged. */
const looksLikeFrame = ({ text }: Line): boolean =>
  /^[\s-]{0,12}-[\s-]{0,12}(?:BEGIN|END)\s{0,9}PGP\b/i.test(text) && !text.startsWith('- ');

/** RFC 9580 section 6.2.2: a key of a header of an armor, and its value. */
const armorHeader = /^(?:Version|Comment|Hash|Charset|MessageID|SaltedHash): ?\S/;

/** RFC 9580 section 6.1.1. */
function crc24(octets: readonly number[]): number {
  let crc = 0xb704ce;
  for (const octet of octets) {
    crc ^= octet << 16;
    for (let bit = 0; bit < 8; bit += 1) {
      crc <<= 1;
      if ((crc & 0x1000000) !== 0) crc ^= 0x1864cfb;
    }
  }
  return crc & 0xffffff;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The octets of a text in base64 with its padding; null where it is none. */
function octetsOf(text: string): number[] | null {
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const octets: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of text.replace(/=+$/, '')) {
    bits = ((bits << 6) | alphabet.indexOf(character)) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    octets.push((bits >> held) & 0xff);
  }
  return octets;
}

/** Whether octets begin with the header of a signature packet (RFC 9580 sections 4.2 and 5.2). */
const isSignature = ([first = 0]: readonly number[]): boolean => first === 0xc2 || (first & 0xfc) === 0x88;

/** Whether lines are the armor of a signature: headers, an empty line, base64, and a checksum that fits where there is one. */
function isArmor(lines: readonly string[]): boolean {
  const blank = lines.indexOf('');
  if (blank === -1 || !lines.slice(0, blank).every((line) => armorHeader.test(line))) return false;
  const rest = lines.slice(blank + 1).filter((line) => line !== '');
  const last = rest.at(-1) ?? '';
  const sum = /^=[A-Za-z0-9+/]{4}$/.test(last) ? octetsOf(last.slice(1)) : null;
  const octets = octetsOf((sum === null ? rest : rest.slice(0, -1)).join(''));
  if (octets === null || !isSignature(octets)) return false;
  return sum === null || sum.reduce((all, octet) => all * 256 + octet, 0) === crc24(octets);
}

/** The lines that readers of a damaged frame still understand: fields and comments. */
const withoutFrame = (lines: readonly Line[]): Line[] =>
  lines
    .map(({ text, number }) => ({ text: text.replace(/^- (?=\S)/, ''), number }))
    .filter((line) => !looksLikeFrame(line) && !armorHeader.test(line.text))
    .filter(({ text }) => text === '' || /^(?:#|[!-9;-~]+:)/.test(text) || !/^[A-Za-z0-9+/=]+$/.test(text));

const indexesOf = (lines: readonly Line[], wanted: string): number[] =>
  lines.flatMap(({ text }, at) => (text === wanted ? [at] : []));

/** Takes a text out of the frame of its signature (RFC 9580 section 7). The signature itself is not verified. */
export function unframe(lines: readonly Line[]): Unframed {
  const frame = lines.filter(looksLikeFrame);
  const [first] = frame;
  if (first === undefined) return { lines, signed: false, broken: null, unsigned: null };
  const broken = (at: number | undefined): Unframed => {
    const number = lines[at ?? -1]?.number ?? first.number;
    return { lines: withoutFrame(lines), signed: false, broken: number, unsigned: null };
  };
  // One frame of three lines, each as the standard writes it.
  const wanted = [begin, signatureBegin, signatureEnd];
  const wrong = frame.findIndex(({ text }, at) => text !== wanted[at]);
  if (wrong !== -1) return broken(lines.indexOf(frame[wrong] ?? first));
  const [start = -1] = indexesOf(lines, begin);
  const [signature] = indexesOf(lines, signatureBegin);
  const [end] = indexesOf(lines, signatureEnd);
  if (signature === undefined || end === undefined) return broken(start);
  const blank = lines.findIndex(({ text }, at) => at > start && text === '');
  const headers = lines.slice(start + 1, Math.max(start + 1, blank));
  // Only the Hash header may stand before the text (section 7).
  if (blank === -1 || blank > signature || !headers.every(({ text }) => /^(?:Hash|SaltedHash): ?\S/.test(text)))
    return broken(start);
  const content = lines.slice(blank + 1, signature);
  const unescaped = content.findIndex(({ text }) => text.startsWith('-') && !text.startsWith('- '));
  if (unescaped !== -1) return broken(blank + 1 + unescaped);
  if (!isArmor(lines.slice(signature + 1, end).map(({ text }) => text))) return broken(signature);
  const outside = [...lines.slice(0, start), ...lines.slice(end + 1)].find(({ text }) => text !== '');
  return {
    lines: content.map(({ text, number }) => ({ text: text.replace(/^- /, ''), number })),
    signed: true,
    broken: null,
    unsigned: outside?.number ?? null,
  };
}
