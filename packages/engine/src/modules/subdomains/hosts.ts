import { failWhere, notApplicable } from '../../catalogue/outcome.ts';
import { bothLines } from '../../catalogue/dig.ts';
import { curlLine, strictLine } from '../../catalogue/reproduce-http.ts';
import { poolName } from '../../evidence/names/elastic.ts';
import type { AskedHost } from '../../evidence/names/schema.ts';
import {
  certificateLine,
  isClosed,
  isForeign,
  lineOf,
  noHosts,
  openHosts,
  startPageLocation,
  plainPage,
} from './derive/hosts.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { namesBelow, siteNames, type FoundNames } from '../derive/subjects/names.ts';
import { effectiveOn } from '../../evidence/site/visits/hsts.ts';

/** False for hosts at services and at reassigned cloud addresses, which have separate checks. */
const isOwn = ({ services, inventory, registrableDomain }: FoundNames, host: AskedHost): boolean => {
  const known = inventory.find(({ name }) => name === host.name);
  const isGivenUp = known !== undefined && poolName(known) !== null && isForeign(host, registrableDomain);
  return !isGivenUp && !services.some(({ name }) => name === host.name);
};

/** The http answer and the https error. */
const bothSchemes = (host: AskedHost): string | null =>
  bothLines(curlLine(startPageLocation(host, 'http')), strictLine(startPageLocation(host, 'https')));

export const subNoHttps = checkOf(namesBelow(openHosts), {
  id: 'sub-no-https',
  title: 'Hosts below the domain serve HTTPS',
  finding: 'Host below the domain without HTTPS',
  weakness: { cvss: 'weakCrypto', cwe: [319] },
  mode: 'deep',
  judge: (names) =>
    noHosts(names) ??
    failWhere(names.hosts, 'Every host that was requested serves HTTPS', (host) => {
      const page = plainPage(host);
      if (page === null || !isClosed(host.https)) return null;
      const location = startPageLocation(host, 'http');
      return {
        location,
        description: `${host.name} answers over http, and nothing listens on port 443. Expected: HTTPS, and a redirect to it.`,
        evidence: [lineOf('http', host, page), 'Port 443: closed', bothSchemes(host)],
      };
    }),
});

/** Browsers can fetch the missing issuer in some of these cases. */
const incomplete = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';

export const subCertInvalid = checkOf(namesBelow(openHosts), {
  id: 'sub-cert-invalid',
  title: 'Certificates of hosts below the domain are valid',
  finding: 'Invalid certificate on a host below the domain',
  weakness: { cvss: 'luredInterception', cwe: [295] },
  mode: 'deep',
  judge: (names) =>
    noHosts(names) ??
    failWhere(names.hosts, 'Every certificate that was seen is valid for its host', (host) => {
      if (host.tls === null || host.tls.authorized || !isOwn(names, host)) return null;
      const { problem } = host.tls;
      const location = startPageLocation(host, 'https');
      return {
        location,
        ...(problem === incomplete ? { confidence: 'firm' as const } : {}),
        description: `The certificate of ${host.name} does not verify (${problem ?? 'not verified'}): browsers warn, and visitors learn to ignore warnings. Expected: a certificate for the name from a public CA, with its intermediates.`,
        evidence: [`${host.name} (${host.address} port 443): ${problem ?? 'not verified'}`, certificateLine(host)],
      };
    }),
});

/** Browsers cannot reach the host over https: the port is closed, or the certificate is invalid. */
const failsOverHttps = (host: AskedHost): boolean =>
  isClosed(host.https) || (host.tls !== null && !host.tls.authorized);

export const subHstsConflict = checkOf(siteNames(openHosts), {
  id: 'sub-hsts-conflict',
  title: 'HSTS for all names breaks no host below the domain',
  finding: 'HSTS with includeSubDomains breaks a host without valid HTTPS',
  weakness: { cvss: 'conditionalAvailability', cwe: [684] },
  mode: 'deep',
  judge: (names, evidence) => {
    const hsts = effectiveOn(names.base, evidence);
    if (hsts?.policy.includeSubDomains !== true || hsts.policy.maxAgeSeconds === 0)
      return notApplicable('The domain sends no HSTS policy with includeSubDomains');
    return failWhere(names.hosts, 'Every host that was requested works over HTTPS', (host) => {
      const page = plainPage(host);
      if (page === null || !failsOverHttps(host)) return null;
      const location = startPageLocation(host, 'http');
      return {
        location,
        description: `${hsts.from} tells browsers to use https alone for every name below it, and ${host.name} has no valid HTTPS: anyone who has visited ${hsts.from} cannot open it. Expected: HTTPS on ${host.name}.`,
        evidence: [lineOf('http', host, page), `https: ${host.tls?.problem ?? 'closed'}`, bothSchemes(host)],
      };
    });
  },
});
