import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import { netFailed } from '../../../evidence/observed.ts';
import { nameTarget } from '../../../catalogue/certificate-commands.ts';
import type { Served } from './served.ts';
import { reproduceLine } from '../../../catalogue/reproduce.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';
import { asWhy, type Why, whyBy } from '../../../evidence/causes/cause.ts';

type AllCaa = Extract<CertificatesEvidence['caa'], { known: true }>['value'];

/** The CAA lookup of one name. */
export type Caa = AllCaa[number];
export type CaaRecord = Caa['records'][number];

/** Properties in IANA's registry of CAA tags, without reserved ones. */
export const knownTags: ReadonlySet<string> = new Set([
  'issue',
  'issuewild',
  'issuemail',
  'issuevmc',
  'iodef',
  'contactemail',
  'contactphone',
]);

/** The issuer-critical flag (RFC 8659 section 4.1). */
export const criticalFlag = 128;

/** The form of a tag (RFC 8659 section 4.1). */
export const isTag = (tag: string): boolean => /^[a-z0-9]+$/i.test(tag);

/**
 * Tags that CAs process, so that a critical flag does not stop them: those required by BR 3.2.2.8, and issuemail.
 * Boulder, the software of Let's Encrypt, refuses other registered tags that are critical, and treats the bit with
 * value 1 as that flag too.
 */
const understoodTags: ReadonlySet<string> = new Set(['issue', 'issuewild', 'iodef', 'issuemail']);

/** Critical records that stop CAs (RFC 8659 section 4.1): all CAs where the tag is unknown, some where it is registered or the flag is 1. */
export function stoppingRecords({ records }: Caa): { all: readonly CaaRecord[]; some: readonly CaaRecord[] } {
  const odd = records.filter(({ tag }) => !understoodTags.has(tag.toLowerCase()));
  const critical = odd.filter(({ flags }) => (flags & criticalFlag) !== 0);
  const all = critical.filter(({ tag }) => !knownTags.has(tag.toLowerCase()));
  const some = odd.filter((one) => !all.includes(one) && (critical.includes(one) || (one.flags & 1) !== 0));
  return { all, some };
}

/** Records of a property; tags are compared without regard to case (RFC 8659 section 4.1). */
export const recordsOf = ({ records }: Caa, ...tags: readonly string[]): readonly CaaRecord[] =>
  records.filter(({ tag }) => tags.includes(tag.toLowerCase()));

/** The value of issue, issuewild and similar properties (RFC 8659 section 4.2); issuer: null where no CA is named. */
export interface IssueValue {
  issuer: string | null;
  parameters: ReadonlyMap<string, string>;
}

const issuerName = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const parameter = /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)[ \t]*=[ \t]*([\u{21}-\u{3a}\u{3c}-\u{7e}]*)$/iu;

/** Parses the value of issue, issuewild, issuemail or issuevmc; null where it is malformed, which forbids every CA. */
export function parseIssue(value: string): IssueValue | null {
  const [name = '', ...rest] = value.split(';').map((part) => part.replaceAll(/^[ \t]+|[ \t]+$/g, ''));
  if (name !== '' && !issuerName.test(name)) return null;
  // The grammar ends with a parameter, but CAs accept a trailing semicolon.
  const parameters = rest.filter((part, at) => part !== '' || at < rest.length - 1).map((part) => parameter.exec(part));
  if (parameters.includes(null)) return null;
  const pairs = parameters.flatMap((match) =>
    match?.[1] === undefined ? [] : [[match[1].toLowerCase(), match[2] ?? ''] as const],
  );
  return { issuer: name === '' ? null : name.toLowerCase(), parameters: new Map(pairs) };
}

/** ACME validation methods (IANA registry); the prefix `ca-` marks a CA's own methods (RFC 8657 section 4). */
const methods = /^(?:http-01|dns-01|tls-alpn-01|dns-account-01|dns-persist-01|ca-[a-z0-9-]+)$/i;

/** The methods that a value allows; null: all. */
const methodsOf = ({ parameters }: IssueValue): readonly string[] | null =>
  parameters.get('validationmethods')?.split(',') ?? null;

/** Why the parameters can never be satisfied, so that the issuer must not issue (RFC 8657 sections 3 and 4); null: they can. */
export function unmet(value: string): string | null {
  const read = parseIssue(value);
  if (read === null || read.issuer === null) return null;
  const account = read.parameters.get('accounturi');
  if (account !== undefined && !/^[a-z][a-z0-9+.-]*:./i.test(account)) return 'accounturi is no URI';
  if ((value.match(/;[ \t]*accounturi[ \t]*=/gi) ?? []).length > 1) return 'accounturi is repeated';
  return methodsOf(read)?.some((method) => methods.test(method)) === false
    ? 'validationmethods names no method of ACME'
    : null;
}

/** True where only a wildcard covers the host, so that issuewild decides (RFC 8659 section 4.3). */
function needsWildcard({ leaf, serverName }: Served): boolean {
  const names = leaf.subjectAltNames.filter(({ type }) => type === 'dns').map(({ value }) => value.toLowerCase());
  return !names.includes(serverName) && names.includes(`*.${serverName.slice(serverName.indexOf('.') + 1)}`);
}

/** The records that decide about a certificate; none: every CA may issue it. */
export function decidingRecords(caa: Caa, served: Served): readonly CaaRecord[] {
  const wild = recordsOf(caa, 'issuewild');
  return needsWildcard(served) && wild.length > 0 ? wild : recordsOf(caa, 'issue');
}

/** Who may issue, in words: "a.example and b.example; wildcards: nobody". */
export function issuersText(caa: Caa): string {
  const of = (tag: string): string | null => {
    const found = recordsOf(caa, tag);
    const usable = found.flatMap(({ value }) => (unmet(value) === null ? (parseIssue(value)?.issuer ?? []) : []));
    return found.length === 0 ? null : usable.length === 0 ? 'nobody' : listed([...new Set(usable)]);
  };
  const wild = of('issuewild');
  return `${of('issue') ?? 'every CA'} may issue${wild === null ? '' : `, wildcards: ${wild}`}`;
}

/** Why the records forbid an issuer to use an authorisation at `_validation-persist` for an account; null: they do not. */
export function standingBar(caa: Caa, issuer: string, account: string): string | null {
  if (stoppingRecords(caa).all.length > 0) return `CAA at ${caa.foundAt} stops every CA`;
  const issue = recordsOf(caa, 'issue');
  if (issue.length === 0) return null;
  const values = issue.flatMap(({ value }) => parseIssue(value) ?? []);
  const own = values.filter((value) => value.issuer === issuer);
  const byMethod = own.filter((value) => methodsOf(value)?.includes('dns-persist-01') !== false);
  if (byMethod.some(({ parameters }) => (parameters.get('accounturi') ?? account) === account)) return null;
  const allowed = values.flatMap((value) => value.issuer ?? []);
  if (own.length === 0) return `CAA at ${caa.foundAt} allows ${allowed.length === 0 ? 'no CA' : listed(allowed)}`;
  return byMethod.length > 0
    ? `CAA at ${caa.foundAt} allows it for another account (accounturi)`
    : `CAA at ${caa.foundAt} allows it by ${listed(own.flatMap((value) => methodsOf(value) ?? []))} only`;
}

/** Hosts with the same CAA records. */
export interface CaaGroup {
  caa: Caa;
  hosts: readonly string[];
}

/** One group for each name with records, in the order of the evidence; without bogus records, which CAs do not accept. */
export function caaGroups(all: AllCaa): readonly CaaGroup[] {
  const found = all.filter(({ foundAt, security }) => foundAt !== null && security !== 'bogus');
  return [...Map.groupBy(found, ({ foundAt }) => foundAt).values()].flatMap((members) => {
    const [caa] = members;
    return caa === undefined ? [] : [{ caa, hosts: members.map(({ host }) => host) }];
  });
}

const answered: ReadonlySet<string> = new Set(['answer', 'nodata', 'nxdomain']);

/** The first query while climbing that got no answer or a bogus one, so that the applicable records are unknown. */
export const caaGap = ({ host, foundAt, climb, security }: Caa): Why | null => {
  if (security === 'bogus')
    return foundAt === null ? whyBy('caa-absence-bogus', { host }) : whyBy('caa-records-bogus', { host: foundAt });
  if (foundAt !== null) return null;
  const silent = climb.find(({ status }) => !answered.has(status));
  if (silent !== undefined)
    return asWhy(netFailed('malformed', 'caa-climb', silent.name, silent.status.toUpperCase(), host));
  return security === 'indeterminate' ? whyBy('caa-absence-unvalidated', { host }) : null;
};

/** The records as a zone file has them. */
export const recordLines = ({ foundAt, records, malformed }: Caa): string[] => [
  ...records.map(({ flags, tag, value }) => shorten(`${foundAt}. CAA ${flags} ${tag} ${JSON.stringify(value)}`, 400)),
  ...malformed.map((data) => `${foundAt}. CAA ${shorten(data, 300)} (malformed)`),
];

/** The names queried while climbing, one per line. */
export const climbLines = ({ climb }: Caa): string[] => climb.map(({ name, status }) => `CAA ${name}: ${status}`);

/** The command that shows the records of a name. */
export const caaCommand = (name: string, ...options: readonly string[]): string[] => {
  const line = reproduceLine(['dig CAA', name, ...options].join(' '), nameTarget(name));
  return line === null ? [] : [line];
};
