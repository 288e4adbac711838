import { type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { DnsEvidence, DnssecStep } from '../../evidence/dns/schema.ts';
import type { Resolver } from '../resolver/resolver.ts';
import type { Exchanged } from '../resolver/attempt.ts';
import { anchorFor, type TrustAnchor } from './anchors.ts';
import { type Rrset, rrsetOf, type SignedZone, verifyRrset } from './rrset.ts';
import { trustKeys } from './zone-keys.ts';
import { netFailed } from '../../evidence/observed.ts';

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
  | { kind: 'zone'; zone: SignedZone; step: DnssecStep }
  | { kind: 'same-zone' }
  | { kind: 'end'; step: DnssecStep };

const end = (step: DnssecStep): Step => ({ kind: 'end', step });

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
  const missing: Exchanged = { ok: false, transport: 'udp', failure: netFailed('cancelled', 'not-asked') };
  return (owner, type) => answers.get(`${owner} ${type}`) ?? missing;
}

type Usable = { ok: true; message: Message } | { ok: false; step: DnssecStep };

/** The message of a usable answer, or the step that says why there is none. */
function usable(answers: Answers, name: string, type: string): Usable {
  const exchanged = answers(name, type);
  const step = { name, type, status: 'indeterminate' } as const;
  if (!exchanged.ok) return { ok: false, step: { ...step, reason: 'no-answer', failure: exchanged.failure.reason } };
  const { message } = exchanged;
  const { responseCode } = message;
  const good = responseCode === responseCodes.noError || responseCode === responseCodes.nameError;
  return good ? { ok: true, message } : { ok: false, step: { ...step, reason: 'response-code', responseCode } };
}

const ownsType = (records: readonly ResourceRecord[], name: string, type: string): boolean =>
  records.some((record) => record.type === typeCode(type) && record.name.toLowerCase() === name);

/** True where a name is the top of a zone: it has keys, or it owns the SOA that a negative answer shows (RFC 2308 section 3). */
const isApex = ({ answers, authorities }: Message, name: string): boolean =>
  ownsType(answers, name, 'DNSKEY') || ownsType(authorities, name, 'SOA');

function enterZone(name: string, pointers: readonly ResourceRecord[], answers: Answers, nowSeconds: number): Step {
  const found = usable(answers, name, 'DNSKEY');
  if (!found.ok) return end(found.step);
  const { keys, verdict } = trustKeys(rrsetOf(found.message.answers, name, 'DNSKEY'), pointers, nowSeconds);
  const step: DnssecStep = { name, type: 'DNSKEY', ...verdict };
  return step.status === 'secure' ? { kind: 'zone', zone: keys, step } : end(step);
}

/** From a trusted zone to the next name below it: a delegation with DS, one without, or none. */
function descend(parent: SignedZone, name: string, answers: Answers, nowSeconds: number): Step {
  const found = usable(answers, name, 'DS');
  if (!found.ok) return end(found.step);
  const ds = rrsetOf(found.message.answers, name, 'DS');
  if (ds.records.length > 0) {
    const verdict = verifyRrset(ds, parent, nowSeconds);
    return verdict.status === 'secure'
      ? enterZone(name, ds.records, answers, nowSeconds)
      : end({ name, type: 'DS', ...verdict });
  }
  const keys = usable(answers, name, 'DNSKEY');
  if (!keys.ok) return end(keys.step);
  if (!isApex(keys.message, name)) return { kind: 'same-zone' };
  const hasKeys = ownsType(keys.message.answers, name, 'DNSKEY');
  return end({ name, type: 'DS', status: 'insecure', reason: 'no-ds', zone: parent.name, hasKeys });
}

/** Verifies the records of one type, their alias, or the SOA that comes with their absence. */
function verifyType(name: string, type: string, answers: Answers, zone: SignedZone, nowSeconds: number): DnssecStep {
  const found = usable(answers, name, type);
  if (!found.ok) return found.step;
  const { message } = found;
  const candidates: { rrset: Rrset; standsIn?: 'alias' | 'absence' }[] = [
    { rrset: rrsetOf(message.answers, name, type) },
    { rrset: rrsetOf(message.answers, name, 'CNAME'), standsIn: 'alias' },
    { rrset: rrsetOf(message.authorities, zone.name, 'SOA'), standsIn: 'absence' },
  ];
  const judged = candidates.find(({ rrset }) => rrset.records.length > 0);
  if (judged === undefined) return { name, type, status: 'indeterminate', reason: 'nothing-signed' };
  const { rrset, ...standing } = judged;
  return { name, type, ...standing, ...verifyRrset(rrset, zone, nowSeconds) };
}

/** Worst first: one bogus set makes the name bogus. */
const statusOrder: readonly Chain['status'][] = ['bogus', 'indeterminate', 'secure'];

function verifyTypes({ name, types }: ChainRequest, zone: SignedZone, answers: Answers, nowSeconds: number): Chain {
  const steps = types.map((type) => verifyType(name, type, answers, zone, nowSeconds));
  const status = statusOrder.find((candidate) => steps.some((step) => step.status === candidate));
  return { status: status ?? 'indeterminate', steps };
}

function walk(request: ChainRequest, anchor: TrustAnchor, answers: Answers): Chain {
  const nowSeconds = Math.floor(request.nowMs / 1000);
  const steps: DnssecStep[] = [];
  let zone: SignedZone = { name: anchor.zone, keys: [] };
  for (const name of [anchor.zone, ...namesBelow(anchor.zone, request.name)]) {
    const taken =
      name === anchor.zone && steps.length === 0
        ? enterZone(name, anchor.records, answers, nowSeconds)
        : descend(zone, name, answers, nowSeconds);
    if (taken.kind === 'same-zone') continue;
    steps.push(taken.step);
    if (taken.kind === 'end') return { status: taken.step.status, steps };
    zone = taken.zone;
  }
  const leaf = verifyTypes(request, zone, answers, nowSeconds);
  return { status: leaf.status, steps: [...steps, ...leaf.steps] };
}

/** The chain of which nothing was looked at, and why. */
export const withoutWalk = (why: Pick<DnssecStep, 'name' | 'reason' | 'maxLabels' | 'problem'>): Chain => ({
  status: 'indeterminate',
  steps: [{ type: null, status: 'indeterminate', ...why }],
});

/**
 * Verifies a name from the trust anchor down with our own arithmetic, asking in one wave. Absence of a DS is
 * the resolver's word; NSEC and NSEC3 are not evaluated. The name is canonical.
 */
export async function verifyChain(request: ChainRequest): Promise<Chain> {
  const { name } = request;
  const anchor = anchorFor(name, request.anchors);
  if (anchor === null) return withoutWalk({ name, reason: 'no-anchor' });
  if (labelsOf(name).length > maxLabels) return withoutWalk({ name, reason: 'name-too-long', maxLabels });
  return walk(request, anchor, await ask(request, anchor.zone));
}
