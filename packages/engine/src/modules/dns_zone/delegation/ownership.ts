import { isBelowDomain } from '@perimeter/protocols/domain/below';
import { failWhere, notApplicable, pass, openBy, openAs } from '../../../catalogue/outcome.ts';
import { digLines } from '../../../catalogue/dig.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import { readableIn } from '../../../evidence/zone/replies.ts';
import { describeOwners } from '../../derive/mail/registration.ts';
import { hostsWithOpenZones } from '../../derive/dns/open-hosts.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { delegatedZone, everyNameServer } from '../../derive/subjects/zone.ts';
import { askedServers, type FoundZone, serverText, workingServers } from '../../../evidence/zone/servers.ts';
import { askLine } from '../../derive/dns/server-place.ts';

export const dnsNsUnregistered = checkOf(delegatedZone, {
  id: 'dns-ns-unregistered',
  title: 'The domain of every name server is registered',
  finding: 'Name server below an unregistered domain',
  weakness: { cvss: 'nameTakeover', cwe: [350] },
  judge: ({ zone, domain }) => {
    if (zone.serverNames.length === 0) return openBy('servers-unknown');
    const others = zone.serverNames.filter(({ registrable }) => registrable !== null);
    const owners = describeOwners(
      others.flatMap(({ name, registered }) => (registered.known ? [{ name, registration: registered.value }] : [])),
      ({ name, registration: { domain: owner } }) => ({
        subject: name,
        evidence: [`${zone.name} NS ${name}`, digLines(['NS', zone.name], ['NS', owner])],
      }),
      {
        free: ({ name, registration: { domain: owner } }) =>
          `${domain} is delegated to ${name}, and ${owner} seems to be unregistered. Anyone who registers it answers for ${zone.name}: web, mail and certificates. Expected: remove the name server, or register the domain.`,
        held: ({ name, registration: { domain: owner } }) =>
          `${owner}, the domain of the name server ${name}, does not resolve, but its registry lists it: it may be on hold or expired. Expected: renew it, or remove the name server.`,
      },
    );
    if (owners !== null) return owners;
    const unasked = others.find(({ registered }) => !registered.known);
    return unasked === undefined || unasked.registered.known
      ? pass('No name server lies in a domain that anybody can register')
      : openAs(['registration', unasked.registered.failure], 'server-domain-undetermined', {
          name: unasked.name,
          failure: detailOf(unasked.registered.failure),
        });
  },
});

/** Servers of each provider where anyone can create a zone. */
function openHosts(zone: FoundZone) {
  return hostsWithOpenZones.flatMap((host) => {
    const own = askedServers(zone).filter(({ names }) =>
      names.some((name) => host.endings.some((ending) => isBelowDomain(name, ending))),
    );
    return own.length === 0 ? [] : [{ host, own }];
  });
}

/** The server exists and does not have the zone: REFUSED or SERVFAIL. */
const disowns = (zone: FoundZone, server: FoundZone['servers'][number]): boolean => {
  const rcode = (readableIn(zone, server.udp) ?? readableIn(zone, server.tcp))?.rcode;
  return rcode === 2 || rcode === 5;
};

export const dnsNsProviderUnclaimed = checkOf(everyNameServer, {
  id: 'dns-ns-provider-unclaimed',
  title: 'The zone exists at its DNS provider',
  finding: 'Zone missing at the DNS provider (takeover possible)',
  weakness: { cvss: 'nameTakeover', cwe: [350] },
  judge: ({ zone }) => {
    // Delegations of underscore names hold the records of one service, and their servers answer only for these.
    if (zone.name.startsWith('_')) return notApplicable('A zone of an underscore name');
    const hosts = openHosts(zone);
    if (hosts.length === 0)
      return notApplicable('No name server belongs to a provider at which anybody can create zones');
    const works = workingServers(zone).length > 0;
    const lost = hosts.filter(({ own }) => own.every((server) => disowns(zone, server)));
    return failWhere(lost, 'The provider answers for the zone', ({ host, own }) => ({
      subject: host.name,
      confidence: works ? 'potential' : 'firm',
      description: `${zone.name} is delegated to ${host.name}, whose name servers do not have the zone. Anyone who creates it there may answer for the domain. Expected: create the zone, or remove the delegation.`,
      evidence: [
        own.slice(0, 8).map((server) => `${serverText(server)}: the zone is not there`),
        own.slice(0, 1).map((server) => askLine(server, 'SOA', zone.name, '+norecurse')),
      ],
    }));
  },
});
