import { type Line, unframe } from './frame.ts';
import { isLanguageTag } from './language-tag.ts';
import { readTime } from './time.ts';

/** Errors of a security.txt (RFC 9116), by section; each with its line where there is one. */
export type SecurityTxtCode =
  | 'byte-order-mark'
  | 'empty'
  | 'line-malformed'
  | 'space-missing'
  | 'contact-missing'
  | 'expires-missing'
  | 'expires-repeated'
  | 'expires-malformed'
  | 'uri-malformed'
  | 'uri-not-https'
  | 'languages-repeated'
  | 'language-malformed'
  | 'signature-malformed'
  | 'unsigned-text';

export interface SecurityTxtProblem {
  code: SecurityTxtCode;
  /** From 1; null for the file as a whole. */
  line: number | null;
}

/** One field, its name as in the registry where it is there. */
export interface SecurityTxtField {
  name: string;
  value: string;
  line: number;
}

export interface SecurityTxt {
  fields: readonly SecurityTxtField[];
  /** Milliseconds since 1970; null where it is absent, repeated or malformed. */
  expires: number | null;
  canonical: readonly string[];
  languages: readonly string[];
  /** Whether the text is within the frame of an OpenPGP signature. The signature itself is not verified. */
  signed: boolean;
  problems: readonly SecurityTxtProblem[];
}

const maxLines = 500;
const maxValueCharacters = 512;

/** Fields of RFC 9116 section 2.5 whose values are URIs. */
const uriFields: ReadonlySet<string> = new Set([
  'acknowledgments',
  'canonical',
  'contact',
  'encryption',
  'hiring',
  'policy',
  'csaf',
]);

/** A field, or what is wrong with the line; null for a comment and for an empty line. */
function readLine({ text, number }: Line): SecurityTxtField | SecurityTxtCode | null {
  if (text === '' || text.startsWith('#')) return null;
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon));
  if (!/^[!-9;-~]+$/.test(name)) return 'line-malformed';
  const value = text.slice(colon + 1);
  return value.trim() === ''
    ? 'line-malformed'
    : { name: name.toLowerCase(), value: value.trim().slice(0, maxValueCharacters), line: number };
}

function uriProblem({ name, value }: SecurityTxtField): SecurityTxtCode | null {
  if (!uriFields.has(name)) return null;
  if (!/^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(value) || !URL.canParse(value)) return 'uri-malformed';
  return /^http:/i.test(value) ? 'uri-not-https' : null;
}

interface Read {
  fields: SecurityTxtField[];
  problems: SecurityTxtProblem[];
}

function readFields(lines: readonly Line[]): Read {
  const read: Read = { fields: [], problems: [] };
  for (const line of lines) {
    const field = readLine(line);
    if (field === null) continue;
    if (typeof field === 'string') {
      read.problems.push({ code: field, line: line.number });
      continue;
    }
    read.fields.push(field);
    // The grammar has exactly one space there; readers take any number of them, but not none.
    if (!line.text.slice(field.name.length + 1).startsWith(' '))
      read.problems.push({ code: 'space-missing', line: line.number });
    const code = uriProblem(field);
    if (code !== null) read.problems.push({ code, line: line.number });
  }
  return read;
}

function readExpires(fields: readonly SecurityTxtField[], problems: SecurityTxtProblem[]): number | null {
  const [first, second] = fields.filter(({ name }) => name === 'expires');
  if (first === undefined) problems.push({ code: 'expires-missing', line: null });
  if (second !== undefined) problems.push({ code: 'expires-repeated', line: second.line });
  if (first === undefined || second !== undefined) return null;
  const time = readTime(first.value);
  if (time === null) problems.push({ code: 'expires-malformed', line: first.line });
  return time;
}

function readLanguages(fields: readonly SecurityTxtField[], problems: SecurityTxtProblem[]): string[] {
  const [first, second] = fields.filter(({ name }) => name === 'preferred-languages');
  if (second !== undefined) problems.push({ code: 'languages-repeated', line: second.line });
  if (first === undefined) return [];
  const tags = first.value.split(',').map((tag) => tag.trim());
  if (!tags.every(isLanguageTag)) problems.push({ code: 'language-malformed', line: first.line });
  return tags;
}

/** A line ends with white space, CR and LF (RFC 9116 section 2.2). */
function withoutEnd(line: string): string {
  let end = line.endsWith('\r') ? line.length - 1 : line.length;
  while (line.charAt(end - 1) === ' ' || line.charAt(end - 1) === '\t') end -= 1;
  return line.slice(0, end);
}

/** Reads a security.txt, always to a value; time is linear in the text. */
export function parseSecurityTxt(text: string): SecurityTxt {
  const hasMark = text.startsWith('\u{feff}');
  const all = (hasMark ? text.slice(1) : text)
    .split('\n', maxLines)
    .map((line, index): Line => ({ text: withoutEnd(line), number: index + 1 }));
  const { lines, signed, broken, unsigned } = unframe(all);
  const { fields, problems } = readFields(lines);
  if (hasMark) problems.unshift({ code: 'byte-order-mark', line: 1 });
  if (unsigned !== null) problems.unshift({ code: 'unsigned-text', line: unsigned });
  if (broken !== null) problems.unshift({ code: 'signature-malformed', line: broken });
  if (fields.length === 0) problems.push({ code: 'empty', line: null });
  if (!fields.some(({ name }) => name === 'contact')) problems.push({ code: 'contact-missing', line: null });
  const expires = readExpires(fields, problems);
  const languages = readLanguages(fields, problems);
  const canonical = fields.filter(({ name }) => name === 'canonical').map(({ value }) => value);
  return { fields, expires, canonical, languages, signed, problems };
}
