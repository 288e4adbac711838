import type { Signing } from './zone.ts';

/** RSASHA256, as RRSIG records name it. */
const rsaSha256 = '8';

/** A line of a signed zone file. */
type Line = string;

const isRecord = (line: Line, type: string): boolean =>
  line.split(/\s+/).includes(type) && line.split(/\s+/)[3] === type;
const isSignatureOver = (line: Line, type: string): boolean => isRecord(line, 'RRSIG') && line.split(/\s+/)[4] === type;

/** Replaces the last characters of a signature, so that it is well-formed but wrong. */
const corrupted = (line: Line): Line =>
  line.replace(/(\S{8})$/, (end) => (end.startsWith('AAAA') ? 'BBBBBBBB' : `AAAA${end.slice(4)}`));

const isDenial = (line: Line): boolean =>
  ['NSEC', 'NSEC3'].some((type) => isRecord(line, type) || isSignatureOver(line, type));

/** A line with one field replaced. */
const withField = (line: Line, at: number, value: string): Line =>
  line
    .split(/\s+/)
    .map((field, index) => (index === at ? value : field))
    .join(' ');

/** The owner of the apex's NSEC3 record, the only one with SOA in its bitmap. */
const apexBitmap = (lines: readonly Line[]): string =>
  lines.find((line) => isRecord(line, 'NSEC3') && line.includes(' SOA '))?.split(/\s+/)[0] ?? '';

const isDenialOf = (line: Line, owner: string): boolean => isDenial(line) && line.split(/\s+/)[0] === owner;

/** Applies a fault to a signed zone; expired: the same zone signed with dates in 2020. */
export function spoil(lines: readonly Line[], fault: Signing['fault'], expired: readonly Line[]): readonly Line[] {
  switch (fault) {
    case 'text-unsigned':
      return lines.filter((line) => !isSignatureOver(line, 'TXT'));
    case 'text-corrupt':
      return lines.map((line) => (isSignatureOver(line, 'TXT') ? corrupted(line) : line));
    case 'text-expired':
      return [
        ...lines.filter((line) => !isSignatureOver(line, 'TXT')),
        ...expired.filter((line) => isSignatureOver(line, 'TXT')),
      ];
    case 'denial-missing':
      return lines.filter((line) => !isDenial(line));
    case 'wrong-signer':
      return lines.map((line) => (isSignatureOver(line, 'TXT') ? withField(line, 11, 'lab.') : line));
    case 'too-many-labels':
      return lines.map((line) => (isSignatureOver(line, 'TXT') ? withField(line, 6, '5') : line));
    case 'longer-ttl':
      return lines.map((line) =>
        isRecord(line, 'TXT') || isSignatureOver(line, 'TXT') ? withField(line, 1, '900') : line,
      );
    case 'nsec3-no-cover':
      return lines.filter((line) => !isDenial(line) || isDenialOf(line, apexBitmap(lines)));
    case 'one-algorithm':
      return lines.filter((line) => !isRecord(line, 'RRSIG') || line.split(/\s+/)[5] !== rsaSha256);
    default:
      return lines;
  }
}

/** Changes the DS records for the parent as the fault says. */
export function spoilDs(ds: string, fault: Signing['fault'], owner: string): string {
  const fields = ds.trim().split(/\s+/);
  const at = fields.indexOf('DS');
  const changed = (offset: number, value: string): string =>
    [...fields.slice(0, at + offset), value, ...fields.slice(at + offset + 1), '\n'].join(' ');
  switch (fault) {
    case 'bogus':
      return ds.replace(/[0-9a-f]{8}\s*$/i, 'deadbeef\n');
    case 'island':
      return '';
    case 'unknown-algorithm':
      return changed(2, '200');
    case 'unknown-digest':
      return changed(3, '99');
    case 'orphan':
      return `${ds.trim()}\n${owner} 300 IN DS 4711 13 2 ${'ab'.repeat(32)}\n`;
    default:
      return ds;
  }
}
