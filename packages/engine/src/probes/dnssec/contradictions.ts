import { canonicalName, isAtOrBelow } from '@perimeter/protocols/dns/name';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { typeName } from '@perimeter/protocols/dns/types';
import type { DnssecEvidence } from '../../evidence/dnssec/schema.ts';
import { contradictionsIn } from '../../net/dnssec/validator/contradictions.ts';
import { existenceServersOf } from '../../net/authoritative/existence.ts';
import { firstAnswer } from '../disputed.ts';
import type { ProbeContext } from '../probe.ts';
import { commonSelectors, ownerOf, recordOwners } from '../record-owners.data.ts';
import { keysOf, messageOf, setOf } from './asking.ts';
import type { TargetQuestion } from './target-facts.ts';

type Asked = Pick<TargetQuestion, 'name' | 'type'>;

/** Further types of the zone: keys and their signalling. */
const zoneTypes = ['DNSKEY', 'CDS', 'CDNSKEY', 'NSEC3PARAM'];
/** Names that other probes query too, so that the resolver gives both the same answers. */
const labelled = ['mtaSts', 'tlsReport', 'bimi', 'dkim', 'webTlsa', 'mailTlsa'] as const;
/** Most hosts of the zone that are compared; all are queried anyway before connections. */
const mostHosts = 6;

/** Name servers of the zone with names in it. */
async function serversIn(context: ProbeContext, apex: string): Promise<string[]> {
  const rrset = await setOf(context, apex, 'NS');
  const names = (rrset?.records ?? []).map(({ type, rdata }) => canonicalName(printRdata(type, rdata)));
  return names.filter((name) => isAtOrBelow(name, apex));
}

/** Types that visitors, senders and receivers query first. */
const firstAsked: ReadonlySet<string> = new Set(['A', 'MX']);
/** Concurrent queries: the budget for error answers reserves a place for each query until it is answered. */
const askedAtOnce = 2;

/**
 * Queries the name servers for names that the resolver denies: a resolver that reuses cached denials (RFC 8198) hides
 * what they deny.
 */
async function hiddenFrom(context: ProbeContext, apex: string, missing: readonly Asked[]) {
  const servers = missing.length === 0 ? [] : await existenceServersOf(context, apex);
  const asked = [];
  for (let first = 0; first < missing.length; first += askedAtOnce)
    asked.push(
      ...(await Promise.all(
        missing
          .slice(first, first + askedAtOnce)
          .map(async (one) => ({ ...one, message: await firstAnswer(context, servers, one) })),
      )),
    );
  return asked;
}

/**
 * Denials of the zone that contradict its own answers, among all queries of the audit, and names that only the resolver
 * denies.
 */
export async function contradictionsOf(
  context: ProbeContext,
  apex: string,
  { questions, hosts }: { questions: readonly TargetQuestion[]; hosts: readonly string[] },
): Promise<Pick<DnssecEvidence, 'contradictions' | 'unconfirmed'>> {
  const own = hosts.filter((host) => isAtOrBelow(host, apex));
  const servers = await serversIn(context, apex);
  const addressed = [...new Set([...own, ...servers])].toSorted().slice(0, mostHosts);
  const { domain } = context.target;
  const policy = { name: ownerOf('dmarc', domain), type: 'TXT' };
  const asked: Asked[] = [
    policy,
    ...questions,
    ...questions.filter(({ name }) => name !== apex).map(({ name }) => ({ name, type: 'DS' })),
    ...zoneTypes.map((type) => ({ name: apex, type })),
    ...labelled.map((kind) => ({ name: ownerOf(kind, domain), type: recordOwners[kind].type })),
    ...commonSelectors.map((selector) => ({ name: `${selector}.${ownerOf('dkim', domain)}`, type: 'TXT' })),
    ...addressed.flatMap((name) => ['A', 'AAAA'].map((type) => ({ name, type }))),
  ];
  const answered = await Promise.all(
    asked.map(async (one) => ({ ...one, message: await messageOf(context, one.name, one.type) })),
  );
  const messages = answered.flatMap(({ message }) => message ?? []);
  const ofSite = questions.filter(({ type, purpose }) => firstAsked.has(type) && purpose !== 'missing-name');
  // At the apex NODATA is no error, unlike NXDOMAIN for names.
  const expected = [
    ...ofSite.filter(({ name }) => name === apex),
    policy,
    ...ofSite.filter(({ name }) => name !== apex),
  ];
  const missing = expected.filter(({ name, type }) =>
    answered.some((one) => one.name === name && one.type === type && one.message?.answers.length === 0),
  );
  const hidden = await hiddenFrom(context, apex, missing);
  const found = await contradictionsIn(
    [...messages, ...hidden.flatMap(({ message }) => message ?? [])],
    await keysOf(context, apex),
    context.validator,
  );
  const contradictions = found.map(({ record, type, ...facts }) => ({
    owner: canonicalName(record.name),
    type: typeName(record.type) === 'NSEC' ? ('NSEC' as const) : ('NSEC3' as const),
    data: printRdata(record.type, record.rdata),
    setType: type,
    ...facts,
  }));
  const unconfirmed = hidden.flatMap(({ name, type, message }) => (message === null ? [{ name, type }] : []));
  return { contradictions, unconfirmed };
}
