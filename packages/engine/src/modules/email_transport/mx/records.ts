import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { digLines } from '../../../catalogue/dig.ts';
import {
  fail,
  failEach,
  notApplicable,
  pass,
  lookupBy,
  openBy,
  inconclusive,
  failedWhy,
} from '../../../catalogue/outcome.ts';
import { isInRefusedRange } from '../../../evidence/refused-address.ts';
import { isFree, type Registration } from '../../../evidence/registration.ts';
import type { MailHost } from '../../../evidence/mail-transport/host.ts';
import { describeOwners } from '../../derive/mail/registration.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailHosts, mailDelivery, mailExchange, type Delivery } from '../../derive/subjects/mail-servers.ts';
import { withoutServers } from '../../derive/mail/delivery.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';

/** What the record of a host looks like in the zone. */
const mxLine = ({ domain }: Delivery, { preference, name }: Pick<MailHost, 'preference' | 'name'>): string =>
  `${domain}. MX ${preference} ${shorten(name, 260)}.`;

/** The MX records, and the addresses of one host of theirs. */
const hostLine = ({ domain }: Delivery, { name }: MailHost): string | null =>
  digLines(['MX', domain], ['A', name], ['AAAA', name]);

/** The name that must have addresses: the last alias target, or the host itself. */
const targetOf = ({ name, aliases }: MailHost): string => aliases.at(-1) ?? name;

/** Foreign domains of MX hosts that may be unregistered. */
const referencesOf = ({ transport }: Delivery) =>
  transport.references.filter(({ usedBy }) => usedBy.some(({ kind }) => kind === 'mx'));

const noMailText = (source: string): string =>
  source === 'implicit' ? 'The address takes no mail (see mx-null-missing)' : 'There is neither MX nor address';

const isUnregistered = (delivery: Delivery, host: MailHost): boolean =>
  referencesOf(delivery).some(
    ({ registration }) => isFree(registration) && isAtOrBelow(targetOf(host), registration.domain),
  );

export const mxNoAddress = checkOf(mailHosts, {
  id: 'mx-no-address',
  title: 'Every MX host has an address',
  finding: 'MX host without an address',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  judge: ({ host, ...delivery }) => {
    if (host.status === 'exists') return pass(`${host.name} has an address`);
    if (host.status === 'literal') return notApplicable('An address stands where the name of a mail server belongs');
    if (host.status === 'failed')
      return host.failure === undefined
        ? openBy('its-addresses-not-looked-up')
        : inconclusive(failedWhy(host.failure, lookupBy(host.failure)));
    if (isUnregistered(delivery, host)) return notApplicable('The domain of the MX host is unregistered');
    const others = delivery.transport.hosts.filter(({ status }) => status === 'exists').length;
    return fail({
      description: `${targetOf(host)}${host.aliases.length > 0 ? `, of which ${host.name} is an alias,` : ''} ${host.status === 'nxdomain' ? 'does not exist' : 'has neither an A nor an AAAA record'}, so senders cannot deliver to it${others === 0 ? '' : ` and lose time before they try the ${others === 1 ? 'other one' : `${others} others`}`}. Expected: an address, or no MX record.`,
      evidence: [mxLine(delivery, host), `${targetOf(host)}: ${host.status}`, hostLine(delivery, host)],
      ...(others >= 2 ? { cvss: 'resilience' as const } : {}),
    });
  },
});

/** The fault of an MX target; null: none. */
function targetFault({ name, status, aliases, addresses }: MailHost): string | null {
  if (status === 'literal') return 'is an address; MX records hold names (RFC 1035 section 3.3.9)';
  if (name === 'localhost' || name.endsWith('.localhost')) return 'refers to the machine of the sender';
  if (aliases.length > 0) return `is an alias of ${aliases.at(-1) ?? ''}, which RFC 2181 section 10.3 forbids`;
  const special = addresses.filter(isInRefusedRange).map(({ address }) => address);
  return special.length === 0 ? null : `leads to ${listed(special)}, which the Internet cannot reach`;
}

export const mxInvalidTarget = checkOf(mailDelivery, {
  id: 'mx-invalid-target',
  title: 'MX records name hosts that senders can use',
  finding: 'MX record with an invalid target',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: (delivery) => {
    const { mx, hosts } = delivery.transport;
    if (mx.source === 'implicit') return notApplicable('The domain has no MX record');
    const isMixed = mx.records.some(({ host }) => host === '') && mx.records.some(({ host }) => host !== '');
    const nullBeside = {
      subject: '.',
      description:
        'A null MX ("takes no mail") stands beside other MX records, so that senders may refuse to deliver. Expected: one or the other.',
      evidence: mx.records.map(({ preference, host }) => mxLine(delivery, { preference, name: host })),
    };
    const faults = hosts.flatMap((host) => {
      const fault = targetFault(host);
      if (fault === null) return [];
      const description = `${shorten(host.name)} ${shorten(fault, 400)}. Expected: the name of a host with A or AAAA records.`;
      const evidence = [mxLine(delivery, host), host.status === 'literal' ? null : hostLine(delivery, host)];
      // With only IP address literals no mail can be delivered, as with hosts without an address.
      const isUseless = hosts.every(({ status }) => status === 'literal');
      const weight = isUseless ? { cvss: 'conditionalAvailability' as const } : {};
      return [{ subject: host.name, description, evidence, ...weight }];
    });
    const failed = hosts.find(({ status }) => status === 'failed');
    if (!isMixed && faults.length === 0 && failed !== undefined)
      return openBy('addresses-not-looked-up', { host: failed.name });
    return failEach(
      [...(isMixed ? [nullBeside] : []), ...faults],
      hosts.length === 1
        ? 'The MX host has a name and addresses of its own'
        : `${hosts.length} MX hosts have names and addresses of their own`,
    );
  },
});

export const mxUnregistered = checkOf(mailDelivery, {
  id: 'mx-unregistered',
  title: 'MX hosts belong to registered domains',
  finding: 'MX host of an unregistered domain (mail takeover)',
  weakness: { cvss: 'nameTakeover', cwe: [350] },
  judge: (delivery) => {
    const about = ({ registration: { domain } }: { registration: Registration }) => {
      const used = delivery.transport.hosts.filter((host) => isAtOrBelow(targetOf(host), domain));
      return {
        subject: domain,
        evidence: [
          used.flatMap((host) => [
            mxLine(delivery, host),
            ...host.aliases.map((to) => `${host.name} is an alias of ${to}`),
          ]),
          digLines(['MX', delivery.domain], ...used.slice(0, 1).map(({ name }) => ['A', name] as const), [
            'NS',
            domain,
          ]),
        ],
      };
    };
    return (
      describeOwners(referencesOf(delivery), about, {
        free: ({ registration: { domain } }) =>
          `Mail is delivered to a host of ${domain}, and ${domain} seems to be unregistered. Anyone who registers it receives mail of ${delivery.domain}, password resets among it. Expected: remove the MX record at once, or register the domain.`,
        held: ({ registration: { domain } }) =>
          `Mail is delivered to a host of ${domain}, which does not resolve, but its registry lists it: it may be on hold or expired. Expected: remove the MX record before somebody else can register the domain.`,
      }) ?? pass('No MX host is of a domain that anybody can register')
    );
  },
});

export const dnsImplicitMx = checkOf(mailExchange, {
  id: 'dns-implicit-mx',
  title: 'The domain says where its mail goes',
  finding: 'No MX record, so mail goes to the web server (implicit MX)',
  shows: ({ domain, transport: { mx } }) => [
    `${domain}. MX: ${mx.status}`,
    digLines(['MX', domain], ['A', domain], ['AAAA', domain]),
  ],
  judge: ({ domain, transport }) => {
    const { source } = transport.mx;
    if (source === 'mx') return pass('There is an MX record');
    const without = withoutServers(transport);
    if (without !== null)
      return without.outcome === 'inconclusive' || source === 'null' ? without : notApplicable(noMailText(source));
    const addresses = transport.hosts.flatMap((host) => host.addresses.map(({ address }) => address));
    return `${domain} has no MX record, and ${listed(addresses.slice(0, 3))} takes its mail: senders fall back to the address of the domain. Expected: an MX record, so that mail does not depend on where the web site is.`;
  },
});

export const mxNullMissing = checkOf(mailExchange, {
  id: 'mx-null-missing',
  title: 'A domain without mail has a null MX',
  finding: 'No null MX on a domain without mail',
  shows: ({ domain, transport: { mx } }) => `${domain}. MX: ${mx.status}`,
  judge: ({ domain, transport }) => {
    const { source } = transport.mx;
    if (source === 'null') return pass('A null MX states that the domain takes no mail');
    if (source === 'mx') return notApplicable('The domain has mail servers');
    const without = withoutServers(transport);
    if (without === null) return notApplicable('The address of the domain takes mail');
    if (without.outcome === 'inconclusive') return without;
    return `${domain} has no MX record${source === 'implicit' ? ', so senders try its web server for days before they give up' : ''}. "MX 0 ." states at once that it takes no mail.`;
  },
});
