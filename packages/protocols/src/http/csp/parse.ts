import { type HeaderLines, headerValues } from '../headers/header-list.ts';

/** One content security policy: directive names in lower case to their values as written. */
export interface CspPolicy {
  /** The policy as it was sent, trimmed. */
  text: string;
  directives: ReadonlyMap<string, readonly string[]>;
  problems: readonly string[];
  /** Directives that browsers drop, by name and reason. */
  dropped: readonly { name: string; reason: 'repeated' | 'not-ascii' }[];
}

/** ASCII white space as the Infra standard has it: no vertical tab, nothing beyond ASCII. */
const asciiSpace = /[\t\n\f\r ]+/;
const words = (text: string): string[] => text.split(asciiSpace).filter((word) => word !== '');
// oxlint-disable-next-line no-control-regex -- ASCII is a range that begins with controls
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const problemOf = ({ name, reason }: CspPolicy['dropped'][number]): string =>
  reason === 'repeated'
    ? `Directive "${name}" is repeated: only the first counts`
    : `Directive "${name}" is dropped: it is not ASCII`;

/** Reads one serialized policy (CSP3 section 2.2.1): the first of two directives of one name wins. */
export function parseCspPolicy(text: string): CspPolicy {
  const directives = new Map<string, readonly string[]>();
  const dropped: { name: string; reason: 'repeated' | 'not-ascii' }[] = [];
  for (const token of text.split(';')) {
    const [name, ...values] = words(token);
    if (name === undefined) continue;
    const key = name.toLowerCase();
    if (!isAscii(token)) dropped.push({ name, reason: 'not-ascii' });
    else if (directives.has(key)) dropped.push({ name: key, reason: 'repeated' });
    else directives.set(key, values);
  }
  return { text: words(text).join(' '), directives, problems: dropped.map(problemOf), dropped };
}

/** Every policy of the header's lines; a comma begins another policy (CSP3 section 2.2.2). Policies without directives are left out. */
export const parseCsp = (
  lines: HeaderLines,
  name: 'Content-Security-Policy' | 'Content-Security-Policy-Report-Only' = 'Content-Security-Policy',
): CspPolicy[] =>
  headerValues(lines, name)
    .flatMap((value) => value.split(','))
    .map((text) => parseCspPolicy(text))
    .filter(({ directives }) => directives.size > 0);
