import { failWhere, inconclusive, notApplicable, openBy, asWhy, whyAt } from '../../../catalogue/outcome.ts';
import { digLines } from '../../../catalogue/dig.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { delegatedZone } from '../../derive/subjects/zone.ts';
import { isInRefusedRange, isOptedOut } from '../../../evidence/refused-address.ts';
import { serverText } from '../../../evidence/zone/servers.ts';
import { listed } from '../../../evidence/words/text.ts';

export const dnsNsIsCname = checkOf(delegatedZone, {
  id: 'dns-ns-is-cname',
  title: 'No name server is an alias',
  finding: 'NS record points to a CNAME',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ zone }) => {
    if (zone.serverNames.length === 0) return openBy('servers-unknown');
    const aliases = zone.serverNames.filter(({ isAlias }) => isAlias.known && isAlias.value);
    const open = zone.serverNames.find(({ isAlias }) => !isAlias.known);
    if (aliases.length === 0 && open !== undefined && !open.isAlias.known)
      return inconclusive(whyAt(open.name, asWhy(open.isAlias.failure)));
    return failWhere(aliases, 'No name server is an alias', ({ name, aliases: targets }) => ({
      subject: name,
      description: `The name server ${name} is an alias of ${listed(targets)}. Many resolvers do not follow aliases there and lose the server. Expected: a name with A and AAAA records.`,
      evidence: [`${name} CNAME ${targets.join(' ')}`, digLines(['NS', zone.name], ['A', name])],
    }));
  },
});

export const dnsNsPrivate = checkOf(delegatedZone, {
  id: 'dns-ns-private',
  title: 'Every name server has a public address',
  finding: 'Name server with a private or reserved address',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  judge: ({ zone }) => {
    if (zone.servers.length === 0) return openBy('server-addresses-unknown');
    const wrong = zone.servers.filter(isInRefusedRange);
    if (zone.servers.every(isOptedOut)) return notApplicable('The owner of the name servers has opted out of audits');
    return failWhere(wrong, 'Every address of the name servers is public', (server) => ({
      subject: server.address,
      description: `${serverText(server)} is in a range that is not public: ${server.blockedBy ?? 'reserved'}. Nobody outside reaches the server there, and the address shows the inside of a network.`,
      evidence: [
        `${serverText(server)}: ${server.blockedBy ?? ''}`,
        digLines(
          ['NS', zone.name],
          ...server.names.slice(0, 1).map((name) => [server.family === 6 ? 'AAAA' : 'A', name] as const),
        ),
      ],
    }));
  },
});
