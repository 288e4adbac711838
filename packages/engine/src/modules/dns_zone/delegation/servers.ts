import { fail, failWhere, inconclusive, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digLines } from '../../../catalogue/dig.ts';
import { serversCheck } from '../../derive/dns/checks.ts';
import { addressCount, askedServers, askLine, serverPlace, serverText, stateOf } from '../../derive/dns/servers.ts';
import { firstAndMore } from '../../derive/words/text.ts';

export const dnsDelegationBroken = serversCheck({
  id: 'dns-delegation-broken',
  title: 'At least one name server answers for the zone',
  finding: 'No name server answers for the zone (lame delegation)',
  weakness: { cvss: 'serviceUnusable', cwe: [1188] },
  references: ['RFC 1034 section 4.2.2', 'RFC 1912 section 2.8'],
  judge: ({ zone }) => {
    const judged = askedServers(zone).map((server) => ({ server, ...stateOf(zone, server) }));
    const working = judged.filter(({ state }) => state === 'works');
    if (working.length > 0) return pass(`${addressCount(working.length)} of name servers with authoritative answers`);
    const unknown = judged.find(({ state }) => state === 'unknown');
    if (unknown !== undefined) return inconclusive(`${serverText(unknown.server)}: ${unknown.why}`);
    const lines = judged.map(({ server, why }) => `${serverText(server)}: ${why}`);
    return fail({
      description: `None of ${addressCount(judged.length)} of name servers answers for ${zone.name}: ${firstAndMore(lines, 4, '; ')}. Web, mail and every other service end when caches expire.`,
      evidence: [
        lines.slice(0, 20),
        digLines(
          ...judged.slice(0, 4).map(({ server }) => ['SOA', zone.name, '+norecurse', `@${server.address}`] as const),
        ),
      ],
    });
  },
});

export const dnsNsLame = serversCheck({
  id: 'dns-ns-lame',
  title: 'Every name server answers for the zone',
  finding: 'Name server does not answer for the zone (lame)',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  references: ['RFC 1912 section 2.8', 'RFC 9520'],
  judge: ({ zone }) => {
    const judged = askedServers(zone).map((server) => ({ server, ...stateOf(zone, server) }));
    const working = judged.filter(({ state }) => state === 'works').length;
    const lame = judged.filter(({ state }) => state === 'lame');
    const unknown = judged.find(({ state }) => state === 'unknown');
    if (working === 0 && unknown === undefined) return notApplicable('No name server answers at all');
    if (working > 0 && lame.length > 0)
      return failWhere(lame, '', ({ server, why }) => ({
        ...serverPlace(server),
        description: `${serverText(server)} does not answer for ${zone.name}: ${why}. Resolvers lose time there; ${addressCount(working)} still ${working === 1 ? 'answers' : 'answer'}.`,
        evidence: [`${serverText(server)} SOA ${zone.name}: ${why}`, askLine(server, 'SOA', zone.name, '+norecurse')],
        ...(working >= 2 && { cvss: 'resilience' as const }),
      }));
    return unknown === undefined
      ? pass('Every address of the name servers answers with authority')
      : inconclusive(`${serverText(unknown.server)}: ${unknown.why}`);
  },
});
