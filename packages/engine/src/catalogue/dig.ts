import type { Location } from './outcome.ts';

/** Names without shell metacharacters. */
const plainName = /^[A-Za-z0-9._-]+$/;

/** A wildcard name or a plain one; quoted in commands because shells expand `*`. */
const starName = /^\*\.[A-Za-z0-9._-]+$/;

const isPasteable = (name: string): boolean => plainName.test(name) || starName.test(name);
const pasted = (name: string): string => (starName.test(name) ? `'${name}'` : name);

/** One question to `dig`: type, name and options. */
type DigQuestion = readonly [type: string, name: string, ...options: string[]];

/** `dig` for several questions, one command each; null where a name is not safe to paste. */
export function digLines(...questions: readonly DigQuestion[]): string | null {
  if (!questions.every(([, name]) => isPasteable(name))) return null;
  const commands = questions.map(([type, name, ...options]) => ['dig', ...options, type, pasted(name)].join(' '));
  return `Reproduce: ${[...new Set(commands)].join('; ')}`;
}

/** `dig` for the records of names, one command each; null where a name is not safe to paste. */
export const digLine = (type: string, ...names: readonly string[]): string | null =>
  digLines(...names.map((name): DigQuestion => [type, name]));

/** `dig`, which asks each name server of a zone for its SOA; null where the name is not safe to paste. */
export const digServers = (name: string): string | null =>
  plainName.test(name) ? `Reproduce: dig +nssearch ${name}` : null;

/** One `dig` command that prints only the answer records of several names; null where a name is not safe to paste. */
export function digAnswers(...questions: readonly (readonly [type: string, name: string])[]): string | null {
  if (!questions.every(([, name]) => plainName.test(name))) return null;
  // In a query with several questions, dig applies a type to the name before it.
  return `Reproduce: dig +noall +answer ${questions.map(([type, name]) => `${name} ${type}`).join(' ')}`;
}

/** A TXT record in zone-file form (RFC 1035 section 5.1), its strings joined. */
export const textRecord = (name: string, text: string): string => `${name}. TXT ${JSON.stringify(text)}`;

/** Location of DNS records: dns:NAME?type=TYPE (RFC 4501 section 3). host: the domain that the records belong to. */
export const recordsAt = (host: string, type: string, name: string = host): Location => ({
  host,
  url: `dns:${encodeURIComponent(name)}?type=${type}`,
});

/** `drill`, which prints the size of keys. */
export const drillLine = (type: string, name: string): string | null =>
  plainName.test(name) ? `Reproduce: drill ${type} ${name}` : null;

const label = 'Reproduce: ';

/** Two commands on one line, for faults that only both together show; only the other one where one is not safe to paste. */
export const bothLines = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : `${one}; ${other.slice(label.length)}`;
