import type { NeededHost } from '../../evidence/routing/schema.ts';
import { digAnswers, digLines, recordsAt } from '../../catalogue/dig.ts';
import { fail, inconclusive, informational, notApplicable, pass, openBy } from '../../catalogue/outcome.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { checkOf, evidenceOf, onePlace, type Subject } from '../../catalogue/check-of.ts';
import { noSite, webHosts, requiredHosts } from '../derive/subjects/routing.ts';
import { hostsWith } from '../../evidence/endpoints/roles.ts';
import { isSiteShut } from '../../evidence/site/shut.ts';
import { siteOf } from '../derive/http/site.ts';
import { addressGaps, hostsOf, noIpv6Here, ofFamily } from './derive/hosts.ts';
import { counted, listed } from '../../evidence/words/text.ts';

const dig6 = (...names: readonly string[]): string | null =>
  digLines(...names.map((name): [string, string] => ['AAAA', name]));

export const ip6WebMissing = checkOf(webHosts, {
  id: 'ip6-web-missing',
  title: 'The web site has IPv6 addresses',
  finding: 'Web site without IPv6 (no AAAA record)',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: (routing) => {
    const all = hostsOf(routing, 'web');
    const web = all.filter((host) => ofFamily(host, 4).length + ofFamily(host, 6).length > 0);
    const [open] = addressGaps(all.filter((host) => ofFamily(host, 6).length === 0));
    const without = web.filter(({ ipv6 }) => ipv6.known && ipv6.value.length === 0).map(({ name }) => name);
    if (without.length > 0)
      return fail({
        location: recordsAt(routing.domain, 'AAAA', without[0]),
        description: `${listed(without)} ${without.length === 1 ? 'has' : 'have'} no AAAA record: networks that have IPv6 alone reach the site through translators of their providers, if at all. Expected: an IPv6 address that answers as the IPv4 address does.`,
        evidence: [...without.map((name) => `${name} AAAA: none`), dig6(...without)],
      });
    if (open !== undefined) return inconclusive(open);
    return web.length === 0 ? notApplicable('There is no web site') : pass('Every web host has an AAAA record');
  },
});

const mostBits = 24;

/** Bits in which two fingerprints of 64 bits differ. */
function distance(a: string, b: string): number | null {
  if (!/^[0-9a-f]{1,16}$/i.test(a) || !/^[0-9a-f]{1,16}$/i.test(b)) return null;
  const bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  return bits.toString(2).replaceAll('0', '').length;
}

type BothAnswers = EvidenceByKind['behaviour']['families'];

/** The document over both families. */
interface BothDocuments {
  ipv4: NonNullable<BothAnswers['ipv4']>;
  ipv6: NonNullable<BothAnswers['ipv6']>;
  host: string;
  url: string | null;
}

/** The document, where it was seen over both address families. */
const bothDocuments: Subject<'behaviour' | 'endpoints' | 'http' | 'target', BothDocuments> = {
  needs: ['behaviour', 'endpoints', 'http', 'target'],
  select: ({ behaviour: { families, notAsked, url }, endpoints, http, target }) => {
    const { ipv4, ipv6 } = families;
    if (isSiteShut(http)) return notApplicable(noSite);
    if (ipv4 === null || ipv6 === null) {
      const site = siteOf({ endpoints, http, target });
      if (site.state === 'unseen') return site.outcome;
      const families = new Set((http.addresses ?? []).map(({ address }) => address.includes(':')));
      if (families.size > 1) return openBy('document-not-over-both');
      const known = new Set(hostsWith(endpoints, 'web').flatMap((host) => host.addresses.map(({ family }) => family)));
      return notAsked === null || known.size === 1
        ? notApplicable('The site has addresses of one family, or only one was tested')
        : openBy('site-untested');
    }
    const host = url === null ? target.domain : new URL(url).hostname;
    return onePlace({ ipv4, ipv6, host, url }, { host, ...(url === null ? {} : { url }) }, familiesLine(url ?? ''));
  },
};

const familiesLine = (url: string): string | null =>
  /^https?:\/\/[A-Za-z0-9._:/-]+$/.test(url)
    ? `Reproduce: for f in 4 6; do echo IPv$f; curl -$f -ski --compressed ${url} | grep -aoiE '^HTTP/.*|<(title|h1|h2|p)[^>]*>[^<]{1,99}' | head -n 9; done`
    : null;

export const ip6WebDiffers = checkOf(bothDocuments, {
  id: 'ip6-web-differs',
  title: 'The web site is the same over IPv6 and IPv4',
  finding: 'Web site differs between IPv6 and IPv4',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ ipv4, ipv6, host }) => {
    const differs: string[] = [];
    if (Math.floor(ipv4.status / 100) !== Math.floor(ipv6.status / 100))
      differs.push(`status ${ipv4.status} over IPv4, ${ipv6.status} over IPv6`);
    const bits = ipv4.simhash === null || ipv6.simhash === null ? null : distance(ipv4.simhash, ipv6.simhash);
    if (bits !== null && bits > mostBits)
      differs.push(
        `text: ${bits} of 64 bits of its fingerprint differ (title "${ipv4.title ?? ''}" over IPv4, "${ipv6.title ?? ''}" over IPv6)`,
      );
    if (differs.length === 0) return pass('Status and text are the same over both families');
    return {
      confidence: 'potential',
      description: `${host} shows another page over IPv6 than over IPv4: often a server that was left out of an update, or a default page. Expected: the same site at every address.`,
      evidence: differs,
    };
  },
});

/** Accepted versions and served certificates of one family, as comparable text. */
function familyTls(tls: EvidenceByKind['tls'], name: string, isIpv6: boolean): string[] | null {
  const own = tls.endpoints.filter(
    ({ serverName, port, address, unreachable, speaksTls }) =>
      serverName === name && port === 443 && address.includes(':') === isIpv6 && unreachable === null && speaksTls,
  );
  if (own.length === 0) return null;
  const views = own.map(({ versions, chains }) =>
    [
      `versions ${versions.flatMap(({ version, accepted }) => (accepted.known && accepted.value ? [version] : [])).join(' ')}`,
      `names ${chains
        .flatMap(({ certificates: [leaf] }) => leaf?.subjectAltNames ?? [])
        .toSorted()
        .slice(0, 20)
        .join(' ')}`,
    ].join('; '),
  );
  return [...new Set(views)];
}

/** Whether a name may speak TLS over both families: its addresses of both do not refuse, or only silence was met. */
function mayHaveBoth(tls: EvidenceByKind['tls'], name: string): boolean {
  const open = tls.endpoints.filter(
    ({ serverName, unreachable }) => serverName === name && unreachable?.reason !== 'refused',
  );
  const families = new Set(open.map(({ address }) => address.includes(':')));
  return families.size > 1 || (families.has(true) && open.every(({ unreachable }) => unreachable !== null));
}

const inventories = evidenceOf(['tls', 'target'], ({ target }) => ({ host: target.domain, port: 443 }));

export const ip6TlsDiffers = checkOf(inventories, {
  id: 'ip6-tls-differs',
  title: 'TLS is the same over IPv6 and IPv4',
  finding: 'TLS differs between IPv6 and IPv4',
  passed: 'Versions and certificate names are the same over both families',
  judge: ({ tls }) => {
    const names = [...new Set(tls.endpoints.map(({ serverName }) => serverName))];
    const compared = names.flatMap((name) => {
      const [four, six] = [familyTls(tls, name, false), familyTls(tls, name, true)];
      return four === null || six === null ? [] : [{ name, four, six }];
    });
    if (compared.length === 0)
      return names.some((name) => mayHaveBoth(tls, name))
        ? openBy('tls-not-over-both')
        : notApplicable('No host speaks TLS over both address families');
    const differing = compared.filter(({ four, six }) => !four.some((view) => six.includes(view)));
    return differing.map(({ name, four, six }) => ({
      location: { host: name, port: 443 },
      subject: name,
      description: `${name} has another certificate or other TLS versions at every IPv6 address than at every IPv4 address; the checks of certificates and of TLS say which is at fault.`,
      evidence: [...four.map((view) => `IPv4: ${view}`), ...six.map((view) => `IPv6: ${view}`)],
    }));
  },
});

/** The name servers of the zone, and which of them answered. */
const serversOfZone: Subject<
  'routing' | 'zone' | 'target',
  { zone: EvidenceByKind['zone']; name: string; servers: NeededHost[]; ipv6Here: boolean }
> = {
  needs: ['routing', 'zone', 'target'],
  select: ({ routing, zone, target }) => {
    const servers = routing.hosts.filter(({ role }) => role === 'name-server');
    if (servers.length === 0) return openBy('servers-unknown');
    const name = zone.name ?? target.domain;
    const command = digAnswers(['NS', name], ...servers.map((host): [string, string] => ['AAAA', host.name]));
    return onePlace({ zone, name, servers, ipv6Here: routing.ipv6Here === true }, recordsAt(name, 'NS'), command);
  },
  quote: ({ servers }) => servers.map((host) => `${host.name} AAAA: ${ofFamily(host, 6).join(' ') || 'none'}`),
};

export const ip6Ns = checkOf(serversOfZone, {
  id: 'ip6-ns',
  title: 'Two name servers answer over IPv6',
  finding: 'Fewer than two name servers with IPv6',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ zone, name, servers, ipv6Here }) => {
    const open = servers.flatMap(({ ipv6 }) => (ipv6.known ? [] : [ipv6.failure]))[0];
    const having = servers.filter((host) => ofFamily(host, 6).length > 0);
    if (having.length < 2 && open !== undefined) return inconclusive(open);
    if (having.length < 2)
      return `${counted(having.length, 'name server')} of ${name} ${having.length === 1 ? 'has' : 'have'} an IPv6 address: resolvers that have IPv6 alone find the domain through ${having.length === 0 ? 'translators, if at all' : 'one server'}. Expected: two.`;
    const answering = having.filter((host) =>
      zone.servers.some(({ address, udp, tcp }) => ofFamily(host, 6).includes(address) && (udp.known || tcp.known)),
    );
    if (answering.length >= 2) return pass(`${counted(answering.length, 'name server')} answered over IPv6`);
    if (zone.direct !== 'open' || !ipv6Here) return inconclusive(noIpv6Here);
    if (answering.length === 0) return openBy('no-server-over-ipv6');
    return `Of ${having.length} name servers of ${name} with an IPv6 address, only ${answering[0]?.name ?? 'one'} answered over it. Expected: two.`;
  },
});

export const ip6Mx = checkOf(requiredHosts, {
  id: 'ip6-mx',
  title: 'A mail host has an IPv6 address',
  finding: 'Mail hosts without IPv6',
  judge: (routing) => {
    const { mail, domain } = routing;
    if (!mail.known) return inconclusive(mail.failure);
    if (!mail.value) return notApplicable('The domain has no mail hosts');
    const hosts = hostsOf(routing, 'mail');
    if (hosts.some((host) => ofFamily(host, 6).length > 0)) return pass('A mail host has an AAAA record');
    const open = hosts.flatMap(({ ipv6 }) => (ipv6.known ? [] : [ipv6.failure]))[0];
    if (open !== undefined) return inconclusive(open);
    return informational({
      location: recordsAt(domain, 'MX'),
      description: `No mail host of ${domain} has an AAAA record: senders that have IPv6 alone cannot deliver mail.`,
      evidence: [...hosts.map(({ name }) => `${name} AAAA: none`), dig6(...hosts.map(({ name }) => name))],
    });
  },
});
