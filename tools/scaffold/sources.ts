import type { Checkout } from './checkout.ts';
import { ScaffoldError } from './names.ts';

/** The check that a new one is cut from, for each source of evidence. */
export interface Exemplar {
  module: string;
  /** From the folder of the module. */
  topic: string;
  id: string;
  /** The name under which the topic exports it. */
  name: string;
}

/** The exemplar of each source. */
export const exemplars = {
  document: { module: 'http_headers', topic: 'content/content-type', id: 'hdr-nosniff', name: 'hdrNosniff' },
  answers: { module: 'http_headers', topic: 'hygiene/obsolete', id: 'hdr-hpkp-active', name: 'hdrHpkpActive' },
  endpoint: {
    module: 'tls_configuration',
    topic: 'handshake/renegotiation',
    id: 'tls-reneg-insecure',
    name: 'tlsRenegInsecure',
  },
  feature: { module: 'tls_configuration', topic: 'handshake/extensions', id: 'tls-ems-missing', name: 'tlsEmsMissing' },
  flaw: {
    module: 'tls_configuration',
    topic: 'handshake/renegotiation',
    id: 'tls-reneg-client',
    name: 'tlsRenegClient',
  },
  leaf: { module: 'certificates', topic: 'chain/chain', id: 'cert-chain-incomplete', name: 'certChainIncomplete' },
  zone: { module: 'dnssec', topic: 'denial/denial', id: 'dnssec-denial-broken', name: 'dnssecDenialBroken' },
  nameserver: { module: 'dns_zone', topic: 'servers/transport', id: 'dns-ns-tcp', name: 'dnsNsTcp' },
  session: { module: 'email_transport', topic: 'smtp/certificate', id: 'smtp-cert-expired', name: 'smtpCertExpired' },
  name: { module: 'subdomains', topic: 'inventory', id: 'sub-naming-leak', name: 'subNamingLeak' },
  host: { module: 'routing_reputation', topic: 'origin', id: 'cdn-origin-exposed', name: 'cdnOriginExposed' },
  service: {
    module: 'exposed_services',
    topic: 'network/versions',
    id: 'svc-tls-default-cert',
    name: 'svcTlsDefaultCert',
  },
  record: { module: 'email_auth', topic: 'bimi/record', id: 'bimi-invalid', name: 'bimiInvalid' },
} satisfies Record<string, Exemplar>;

type Source = keyof typeof exemplars;

/** What each module with checks reads, its most common source first. */
const byModule: Readonly<Record<string, readonly Source[]>> = {
  http_headers: ['document', 'answers'],
  tls_configuration: ['endpoint', 'feature', 'flaw'],
  tls_vulnerabilities: ['flaw', 'endpoint', 'feature'],
  certificates: ['leaf'],
  dnssec: ['zone'],
  dns_zone: ['nameserver'],
  email_auth: ['record'],
  email_transport: ['session'],
  subdomains: ['name'],
  routing_reputation: ['host'],
  exposed_services: ['service'],
};

/** The sources that checks of a module can be cut from, its default first. */
export function sourcesOf(checkout: Checkout, modules: string, module: string): readonly Source[] {
  const own = byModule[module];
  if (own !== undefined) return own;
  const tests = `${modules}/${module}/module.test.ts`;
  if (checkout.has(tests)) {
    return checkout.read(tests).includes('inventorySituations') ? ['endpoint', 'feature'] : ['document', 'answers'];
  }
  throw new ScaffoldError(`There is no module ${module}: the registry lists all 17`);
}

/** The exemplar of a source; throws ScaffoldError where checks of the module are not cut from it. */
export function exemplarFor(checkout: Checkout, modules: string, module: string, wanted: string | undefined): Exemplar {
  const sources = sourcesOf(checkout, modules, module);
  const source = wanted === undefined ? sources[0] : sources.find((one) => one === wanted);
  if (source === undefined)
    throw new ScaffoldError(`"${wanted}" is no source of checks in ${module}: take ${sources.join(', ')}`);
  return exemplars[source];
}
