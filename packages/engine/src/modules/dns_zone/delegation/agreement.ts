import { fail, failWhere, inconclusive, notApplicable, pass, openBy, lookupWhy } from '../../../catalogue/outcome.ts';
import { knownAddresses } from '../../../evidence/dns/known-addresses.ts';
import { digLines } from '../../../catalogue/dig.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { everyNameServer } from '../../derive/subjects/zone.ts';
import { type FoundZone, repliesTo } from '../../../evidence/zone/servers.ts';
import { counted, listed } from '../../../evidence/words/text.ts';

const sorted = (names: Iterable<string>): string[] =>
  [...new Set([...names].map((name) => name.toLowerCase()))].toSorted();

/** The NS query for the zone, to a parent server that delegates it. */
const parentQuestions = ({ parent, name }: FoundZone) =>
  (parent?.servers ?? [])
    .filter(({ says }) => says === 'referral')
    .slice(0, 1)
    .map(({ address }) => ['NS', name, '+norecurse', `@${address}`] as const);

export const dnsNsSetMismatch = checkOf(everyNameServer, {
  id: 'dns-ns-set-mismatch',
  title: 'Parent and zone list the same name servers',
  finding: 'NS records of parent and zone differ',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ zone }) => {
    const { parent } = zone;
    if (parent === null) return openBy('parent-not-found');
    if (!parent.referral.known) return inconclusive(lookupWhy(`Referral of ${parent.zone}`, parent.referral.failure));
    const above = sorted(parent.referral.value.ns);
    const below = repliesTo(zone, 'NS')
      .filter(({ reply }) => reply.flags.includes('aa') && reply.rcode === 0)
      .map(({ server, reply }) => ({
        server,
        names: sorted(reply.answer.flatMap(({ type, data }) => (type === 'NS' ? [data] : []))),
      }))
      .filter(({ names }) => names.length > 0);
    if (below.length === 0) return openBy('no-ns-answered');
    const other = below.find(({ names }) => names.join(' ') !== above.join(' '));
    if (other === undefined) return pass(`${counted(above.length, 'name server')} on both sides`);
    const missing = above.filter((name) => !other.names.includes(name));
    const added = other.names.filter((name) => !above.includes(name));
    const clauses = [
      ...(missing.length > 0 ? [`only the parent lists ${listed(missing)}`] : []),
      ...(added.length > 0 ? [`only the zone lists ${listed(added)}`] : []),
    ];
    return fail({
      description: `${parent.zone} and ${zone.name} list different name servers: ${clauses.join('; ')}. Which servers resolvers use depends on which side they query first.`,
      evidence: [
        `${parent.zone}: ${above.join(' ')}`,
        `${other.server.address}: ${other.names.join(' ')}`,
        digLines(...parentQuestions(zone), ['NS', zone.name, '+norecurse', `@${other.server.address}`]),
      ],
    });
  },
});

export const dnsGlueMismatch = checkOf(everyNameServer, {
  id: 'dns-glue-mismatch',
  title: 'Glue and zone agree on the addresses of the name servers',
  finding: 'Glue records differ from the zone',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ zone }) => {
    const { parent } = zone;
    if (parent?.referral.known !== true) return openBy('referral-unseen');
    const inside = zone.serverNames.filter(({ inZone, inParent }) => inZone && inParent);
    if (inside.length === 0) return notApplicable('No name server lies in the zone, so no glue is needed');
    const judged = inside.map(({ name, glue, ipv4, ipv6 }) => {
      const known = knownAddresses({ ipv4, ipv6 });
      const gap = [ipv4, ipv6].find((one) => !one.known);
      const isWhole = gap === undefined;
      const wrong = glue.filter((address) => !known.includes(address));
      return { name, glue, known, isWhole, wrong, gap };
    });
    const faulty = judged.filter(({ glue, wrong, isWhole }) => glue.length === 0 || (isWhole && wrong.length > 0));
    const [open] = judged.flatMap(({ name, gap }) => (gap === undefined || gap.known ? [] : [{ name, gap }]));
    if (faulty.length === 0 && open !== undefined)
      return inconclusive(lookupWhy(`Addresses of the name server ${open.name}`, open.gap.failure));
    return failWhere(faulty, 'Glue and zone agree', ({ name, glue, known, wrong }) => ({
      subject: name,
      description:
        glue.length === 0
          ? `${parent.zone} sends no address of ${name}, which lies in ${zone.name} itself: resolvers cannot find the server. Expected: glue of ${listed(known) || 'its addresses'}.`
          : `${parent.zone} sends ${listed(wrong)} for ${name}, which the zone does not have. Expected: ${listed(known) || 'no address'}.`,
      evidence: [
        `glue of ${parent.zone}: ${name} ${glue.join(' ') || '-'}`,
        `${name}: ${known.join(' ') || '-'}`,
        digLines(...parentQuestions(zone), ['A', name], ['AAAA', name]),
      ],
    }));
  },
});
