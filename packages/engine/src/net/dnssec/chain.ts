import { type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { DnsEvidence } from '../../evidence/dns/schema.ts';
import type { Exchanged, Resolver } from '../resolver.ts';
import { anchorFor, type TrustAnchor } from './anchors.ts';
import { type RrsetVerdict, rrsetOf, type SignedZone, verifyRrset } from './rrset.ts';
import { trustKeys } from './zone-keys.ts';

type Chain = DnsEvidence['dnssec'];

/** What to verify, from where, and at what time. */
export interface ChainRequest {
  resolver: Resolver;
  name: string;
  /** Types whose records at the name are verified, all with the keys of the same zone. */
  types: readonly string[];
  /** DS and DNSKEY records that are trusted. */
  anchors: readonly ResourceRecord[];
  nowMs: number;
  signal: AbortSignal;
}

/** Names longer than this are not chased down label by label. */
const maxLabels = 16;

/** The raw answers of one wave, by name and type. */
type Answers = (name: string, type: string) => Exchanged;

/** One step down the tree: into a zone whose keys are trusted, on within the same zone, or the end. */
type Step =
  | { kind: 'zone'; zone: SignedZone; line: string }
  | { kind: 'same-zone' }
  | { kind: 'end'; status: Chain['status']; line: string };

const end = (status: Chain['status'], line: string): Step => ({ kind: 'end', status, line });

/** Each name between the anchor's zone (not included) and the name (included), from above. */
function namesBelow(anchor: string, name: string): string[] {
  const labels = labelsOf(name);
  const depth = labels.length - labelsOf(anchor).length;
  return Array.from({ length: depth }, (_, i) => joinLabels(labels.slice(depth - 1 - i)));
}

/** Asks everything at once with CD, so that the resolver shows what it would withhold as bogus. */
async function ask({ resolver, name, types, signal }: ChainRequest, anchor: string): Promise<Answers> {
  const below = namesBelow(anchor, name);
  const questions: [string, string][] = [
    [anchor, 'DNSKEY'],
    ...below.flatMap((zone): [string, string][] => [
      [zone, 'DS'],
      [zone, 'DNSKEY'],
    ]),
    ...types.map((type): [string, string] => [name, type]),
  ];
  const answers = new Map<string, Exchanged>();
  await Promise.all(
    questions.map(async ([owner, type]) => {
      answers.set(`${owner} ${type}`, await resolver.exchange(owner, type, { signal, checkingDisabled: true }));
    }),
  );
  const missing: Exchanged = { ok: false, transport: 'udp', failure: { reason: 'cancelled', detail: 'Not asked' } };
  return (owner, type) => answers.get(`${owner} ${type}`) ?? missing;
}

/** The message of a usable answer, or a clause that says why there is none. */
function usable(exchanged: Exchanged): Message | string {
  if (!exchanged.ok) return `no answer (${exchanged.failure.reason})`;
  const { responseCode } = exchanged.message;
  const good = responseCode === responseCodes.noError || responseCode === responseCodes.nameError;
  return good ? exchanged.message : `the resolver answered with code ${responseCode}`;
}

const ownsType = (records: readonly ResourceRecord[], name: string, type: string): boolean =>
  records.some((record) => record.type === typeCode(type) && record.name.toLowerCase() === name);

/** True where a name is the top of a zone: it has keys, or it owns the SOA that a negative answer shows (RFC 2308 section 3). */
const isApex = ({ answers, authorities }: Message, name: string): boolean =>
  ownsType(answers, name, 'DNSKEY') || ownsType(authorities, name, 'SOA');

function enterZone(name: string, pointers: readonly ResourceRecord[], answers: Answers, nowSeconds: number): Step {
  const message = usable(answers(name, 'DNSKEY'));
  if (typeof message === 'string') return end('indeterminate', `${name}: DNSKEY: ${message}`);
  const { zone, status, detail } = trustKeys(rrsetOf(message.answers, name, 'DNSKEY'), pointers, nowSeconds);
  return status === 'secure' ? { kind: 'zone', zone, line: `${name}: ${detail}` } : end(status, `${name}: ${detail}`);
}

/** From a trusted zone to the next name below it: a delegation with DS, one without, or none. */
function descend(parent: SignedZone, name: string, answers: Answers, nowSeconds: number): Step {
  const message = usable(answers(name, 'DS'));
  if (typeof message === 'string') return end('indeterminate', `${name}: DS: ${message}`);
  const ds = rrsetOf(message.answers, name, 'DS');
  if (ds.records.length > 0) {
    const { status, detail } = verifyRrset(ds, parent, nowSeconds);
    return status === 'secure'
      ? enterZone(name, ds.records, answers, nowSeconds)
      : end(status, `${name}: DS ${detail}`);
  }
  const keys = usable(answers(name, 'DNSKEY'));
  if (typeof keys === 'string') return end('indeterminate', `${name}: DNSKEY: ${keys}`);
  if (!isApex(keys, name)) return { kind: 'same-zone' };
  const signed = ownsType(keys.answers, name, 'DNSKEY') ? 'signed, but ' : '';
  return end('insecure', `${name}: ${signed}no DS at ${parent.name}; its denial is not proved locally`);
}

/** Verifies the records of one type, their alias, or the SOA that comes with their absence. */
function verifyType(name: string, type: string, answers: Answers, zone: SignedZone, nowSeconds: number): RrsetVerdict {
  const message = usable(answers(name, type));
  if (typeof message === 'string') return { status: 'indeterminate', detail: `${type}: ${message}` };
  const records = rrsetOf(message.answers, name, type);
  const alias = rrsetOf(message.answers, name, 'CNAME');
  const soa = rrsetOf(message.authorities, zone.name, 'SOA');
  const judged = [records, alias, soa].find((rrset) => rrset.records.length > 0);
  if (judged === undefined) return { status: 'indeterminate', detail: `${type}: neither records nor a signed absence` };
  const { status, detail } = verifyRrset(judged, zone, nowSeconds);
  const notes = new Map([
    [alias, `${type} is an alias, not followed: CNAME `],
    [soa, `${type} is absent, its denial not proved locally: SOA `],
  ]);
  return { status, detail: `${notes.get(judged) ?? `${type} `}${detail}` };
}

/** Worst first: one bogus set makes the name bogus. */
const statusOrder: readonly RrsetVerdict['status'][] = ['bogus', 'indeterminate', 'secure'];

function verifyTypes({ name, types }: ChainRequest, zone: SignedZone, answers: Answers, nowSeconds: number): Chain {
  const verdicts = types.map((type) => verifyType(name, type, answers, zone, nowSeconds));
  const status = statusOrder.find((candidate) => verdicts.some((verdict) => verdict.status === candidate));
  return { status: status ?? 'indeterminate', path: verdicts.map(({ detail }) => `${name}: ${detail}`) };
}

function walk(request: ChainRequest, anchor: TrustAnchor, answers: Answers): Chain {
  const nowSeconds = Math.floor(request.nowMs / 1000);
  const path: string[] = [];
  let zone: SignedZone = { name: anchor.zone, keys: [] };
  for (const name of [anchor.zone, ...namesBelow(anchor.zone, request.name)]) {
    const step =
      name === anchor.zone && path.length === 0
        ? enterZone(name, anchor.records, answers, nowSeconds)
        : descend(zone, name, answers, nowSeconds);
    if (step.kind === 'same-zone') continue;
    path.push(step.line);
    if (step.kind === 'end') return { status: step.status, path };
    zone = step.zone;
  }
  const leaf = verifyTypes(request, zone, answers, nowSeconds);
  return { status: leaf.status, path: [...path, ...leaf.path] };
}

/**
 * Verifies a name from the trust anchor down with our own arithmetic, asking in one wave. Absence of a DS is
 * the resolver's word; NSEC and NSEC3 are not evaluated, and the path says so. The name is canonical.
 */
export async function verifyChain(request: ChainRequest): Promise<Chain> {
  const anchor = anchorFor(request.name, request.anchors);
  if (anchor === null) return { status: 'indeterminate', path: [`${request.name}: no trust anchor at or above it`] };
  if (labelsOf(request.name).length > maxLabels) {
    return { status: 'indeterminate', path: [`${request.name}: more than ${maxLabels} labels`] };
  }
  return walk(request, anchor, await ask(request, anchor.zone));
}
