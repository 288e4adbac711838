import { toUnicode } from 'tr46';

/** A name with letters beyond ASCII, as people write it. */
export interface UnicodeName {
  /** U-labels. */
  name: string;
  /** Whether a label may be taken for another: it mixes scripts, or consists of letters that all look like Latin ones. */
  lookAlike: boolean;
}

/** Scripts that one label may hold together with Latin letters and each other (UTS #39 section 5.2, "highly restrictive"). */
const together: readonly (readonly string[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Thai',
  'Devanagari',
  'Bengali',
  'Georgian',
  'Ethiopic',
  'Cherokee',
  'Tamil',
  'Telugu',
  'Khmer',
] as const;
const expressions = scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);
const common = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Letters of other scripts that common fonts draw as Latin ones (Unicode's confusables.txt, the lower-case letters). */
const latinLike = /^[аеорсухіјԁһոѕԛԝӏезгпքոսցαικνορτυω0-9-]+$/u;

/** The scripts of a label; a script that the table lacks counts as a script of its own. */
function scriptsOf(label: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const letter of label) {
    if (common.test(letter)) continue;
    found.add(expressions.find(([, expression]) => expression.test(letter))?.[0] ?? 'other');
  }
  return found;
}

function isLookAlike(label: string): boolean {
  const found = [...scriptsOf(label)];
  if (found.length > 1) return !together.some((set) => found.every((script) => set.includes(script)));
  return found[0] !== undefined && found[0] !== 'Latin' && latinLike.test(label);
}

/** The name as people write it; null where A-labels and U-labels are the same. */
export function unicodeName(ascii: string): UnicodeName | null {
  if (!ascii.includes('xn--')) return null;
  const { domain, error } = toUnicode(ascii, { checkBidi: true, checkJoiners: true });
  return error || domain === ascii ? null : { name: domain, lookAlike: domain.split('.').some(isLookAlike) };
}

/** The name in a sentence: in its own letters, unless they may be taken for others. */
export function writtenName(ascii: string): string {
  const written = unicodeName(ascii);
  return written === null || written.lookAlike ? ascii : written.name;
}
