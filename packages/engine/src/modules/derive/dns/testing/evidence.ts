import { rowTester } from '../../../../catalogue/testing/rows.ts';
import type { SomeEvidence } from '../../../../evidence/evidence.ts';
import { noDns } from '../../../../evidence/dns/example.ts';
import type { DnsAnswer, DnsEvidence } from '../../../../evidence/dns/schema.ts';
import {
  exampleName,
  exampleServers,
  exampleZone,
  type ServerSketch,
  type ZoneSketch,
} from '../../../../evidence/zone/example.ts';
import type { ZoneEvidence } from '../../../../evidence/zone/schema.ts';

/** Start of the audits in these tests. */
export const auditedAtMs = Date.UTC(2026, 5, 1);

/** Answers of the resolver: values by type and name. */
export type Answers = Readonly<Record<string, readonly string[] | 'nxdomain' | 'failed' | Partial<DnsAnswer>>>;

const typed = (name: string, type: string) => (data: string) => ({ name, type, ttl: 300, data });

function answerOf(question: string, value: Answers[string]): DnsAnswer {
  const [type = '', name = exampleName] = question.split(' ');
  const base = {
    name,
    type,
    authenticated: false,
    transport: 'udp',
    cnames: [],
    records: [],
    extendedErrors: [],
  } as const;
  if (value === 'nxdomain') return { ...base, cnames: [], records: [], extendedErrors: [], status: 'nxdomain' };
  if (value === 'failed') return { ...base, cnames: [], records: [], extendedErrors: [], status: 'servfail' };
  const mutable = { ...base, cnames: [], records: [], extendedErrors: [] };
  if (!Array.isArray(value)) return { ...mutable, status: 'answer', ...(value as Partial<DnsAnswer>) };
  const records = value.map(typed(name, type));
  return { ...mutable, records, status: records.length === 0 ? 'nodata' : 'answer' };
}

/** The resolver answers of a domain with addresses and mail, changed by `TYPE` or `TYPE name`. */
export function answersWith(changes: Answers = {}): DnsEvidence {
  const sound: Answers = {
    A: ['192.0.2.80'],
    AAAA: ['2001:db8:1::80'],
    [`A www.${exampleName}`]: ['192.0.2.80'],
    [`AAAA www.${exampleName}`]: [],
    CNAME: [],
    NS: [`ns1.${exampleName}`, `ns2.${exampleName}`],
    MX: [`10 mail.${exampleName}`],
    TXT: ['"v=spf1 -all"'],
    HTTPS: ['1 . alpn="h2"'],
    [`HTTPS www.${exampleName}`]: [],
  };
  return { ...noDns, answers: Object.entries({ ...sound, ...changes }).map(([name, value]) => answerOf(name, value)) };
}

/** The servers of the example, changed by position; null removes one. */
export const servers = (...changes: readonly (Partial<ServerSketch> | null)[]): readonly ServerSketch[] =>
  exampleServers.flatMap((server, at) => {
    const change = changes[at];
    return change === null ? [] : [{ ...server, ...change }];
  });

/** The same change to every server. */
export const everyServer = (change: Partial<ServerSketch>): readonly ServerSketch[] =>
  exampleServers.map((server) => ({ ...server, ...change }));

/** Evidence of a zone and of the resolver's answers. */
export interface Given extends ZoneSketch {
  answers?: Answers;
  zone?: ZoneEvidence;
  domain?: string;
  aliasTargets?: DnsEvidence['aliasTargets'];
  followedAliases?: DnsEvidence['followedAliases'];
}

export const evidenceOf = ({
  answers,
  zone,
  domain = exampleName,
  aliasTargets,
  followedAliases,
  ...sketch
}: Given = {}): SomeEvidence => ({
  zone: zone ?? exampleZone(sketch),
  dns: {
    ...answersWith(answers),
    ...(aliasTargets !== undefined && { aliasTargets }),
    ...(followedAliases !== undefined && { followedAliases }),
  },
  target: { domain, registrableDomain: exampleName, scanMode: 'deep', startedAtMs: auditedAtMs, seed: 'seed' },
});

/** Rows of checks by their difference from a correctly configured zone. */
export const testRows = rowTester(evidenceOf);
