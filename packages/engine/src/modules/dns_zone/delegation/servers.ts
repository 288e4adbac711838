import { fail, failEach, notApplicable, pass, openAs } from '../../../catalogue/outcome.ts';
import { digLines } from '../../../catalogue/dig.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { everyNameServer } from '../../derive/subjects/zone.ts';
import { addressCount, askedServers, type FoundZone, serverText, stateOf } from '../../../evidence/zone/servers.ts';
import { askLine, serverPlace } from '../../derive/dns/server-place.ts';
import { faultsOnce } from '../../../evidence/words/text.ts';

/** The state of each address, how many serve the zone, and why the first unknown one is unknown. */
function statesOf(zone: FoundZone) {
  const judged = askedServers(zone).map((server) => ({ server, ...stateOf(zone, server) }));
  const unknown = judged.find(({ state }) => state === 'unknown');
  const open =
    unknown === undefined
      ? null
      : openAs(unknown.failure ?? 'name-servers', 'server-unknown', {
          server: serverText(unknown.server),
          why: unknown.why,
        });
  return { judged, working: judged.filter(({ state }) => state === 'works').length, open };
}

export const dnsDelegationBroken = checkOf(everyNameServer, {
  id: 'dns-delegation-broken',
  title: 'At least one name server answers for the zone',
  finding: 'No name server answers for the zone (lame delegation)',
  weakness: { cvss: 'serviceUnusable', cwe: [1188] },
  judge: ({ zone }) => {
    const { judged, working, open } = statesOf(zone);
    if (working > 0) return pass(`${addressCount(working)} of name servers with authoritative answers`);
    if (open !== null) return open;
    const faults = judged.map(({ server, why }) => [serverText(server), why] as const);
    return fail({
      description: `None of ${addressCount(judged.length)} of name servers answers for ${zone.name}: ${faultsOnce(faults)}. Web, mail and every other service end when caches expire.`,
      evidence: [
        faults.slice(0, 20).map((one) => one.join(': ')),
        digLines(
          ...judged.slice(0, 4).map(({ server }) => ['SOA', zone.name, '+norecurse', `@${server.address}`] as const),
        ),
      ],
    });
  },
});

/** Names of name servers without an address. Names in unregistered domains have a separate finding. */
const namesWithoutAddress = ({ serverNames }: FoundZone): string[] =>
  serverNames.flatMap(({ name, ipv4, ipv6, glue, registered }) =>
    ipv4.known &&
    ipv6.known &&
    ipv4.value.length + ipv6.value.length + glue.length === 0 &&
    !(registered.known && registered.value.status === 'unregistered')
      ? [name]
      : [],
  );

export const dnsNsLame = checkOf(everyNameServer, {
  id: 'dns-ns-lame',
  title: 'Every name server answers for the zone',
  finding: 'Name server does not answer for the zone (lame)',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  judge: ({ zone }) => {
    const { judged, working, open } = statesOf(zone);
    const lame = judged.filter(({ state }) => state === 'lame');
    const weight = working >= 2 ? { cvss: 'resilience' as const } : {};
    const nameless = namesWithoutAddress(zone).map((name) => ({
      subject: name,
      description: `The name server ${name} has no address: the name does not exist, or has neither A nor AAAA. Resolvers lose time there. Expected: an address, or no NS record.`,
      evidence: [`${zone.name} NS ${name}`, digLines(['NS', zone.name], ['A', name], ['AAAA', name])],
      ...weight,
    }));
    if (working === 0 && open === null) return notApplicable('No name server answers at all');
    if (working > 0 && lame.length + nameless.length > 0) {
      const drafts = lame.map(({ server, why }) => ({
        ...serverPlace(server),
        description: `${serverText(server)} does not answer for ${zone.name}: ${why}. Resolvers lose time there; ${addressCount(working)} still ${working === 1 ? 'answers' : 'answer'}.`,
        evidence: [`${serverText(server)} SOA ${zone.name}: ${why}`, askLine(server, 'SOA', zone.name, '+norecurse')],
        ...weight,
      }));
      return failEach([...drafts, ...nameless], '');
    }
    return open ?? pass('Every address of the name servers answers with authority');
  },
});
