/**
 * Lab sites with typical shapes of real ones, on which the policy is calibrated. They were chosen by shape, before
 * their scores were known.
 */
export const calibrationShapes = {
  'good.lab': 'A bank that does everything right, mail and DNS included',
  'aplus.lab': 'A careful site without mail',
  'csp-strict.lab': 'An application with a strict policy against injected scripts',
  'typical-giant.lab': 'A search giant',
  'code-host.lab': 'A host of source code, with the mail of a large organisation',
  'typical-api.lab': 'An interface for machines',
  'typical-static.lab': 'A static site with scripts, at a host that lets nobody set headers',
  'typical-static-plain.lab': 'A static site without scripts, at such a host',
  'typical-wordpress.lab': 'WordPress behind a network of caches',
  'leaky2-wordpress.lab': 'WordPress without such a network, as it was installed',
  'small-business.lab': 'A small firm with hosted mail',
  'libs.lab': 'A shop with old libraries',
  'secrets.lab': 'A shop whose script holds keys',
  'noredirect.lab': 'A municipality that answers with and without TLS',
  'www-no-tls.lab': 'An association whose www name has no HTTPS',
  'haproxy.lab': 'A hospital behind a load balancer with TLS 1.2',
  'apache.lab': 'A school with an old Apache',
  'stunnel.lab': 'A factory with an old appliance before its page',
  'plain.lab': 'A club without HTTPS',
  'cert-expired.lab': 'A campaign page whose certificate has expired',
  'parked-untouched.lab': 'A parked domain as the registrar leaves it',
  'parked-locked.lab': 'A parked domain that says it has no mail',
  'mail-only.lab': 'A domain for mail, without a site',
  'names-estate.lab': 'A university with many old names',
  'takeover-unclaimed.lab': 'A brand with names at services that it has left',
  'exposed2-windows.lab': 'An office with its Windows server on the internet',
  'exposed2-stores.lab': 'A start-up with open databases',
  'leaky2-data.lab': 'A forgotten host with a dump in its web root',
  'abandoned.lab': 'A breached or forgotten host with much in its web root',
  'bad.lab': 'A site that did everything wrong',
} as const;

/** The names of these sites. */
export const calibrationSites = Object.keys(calibrationShapes) as (keyof typeof calibrationShapes)[];
