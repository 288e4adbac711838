/** A request to the site itself; `{…}` in a path stands for a value of the audit. */
export interface SentRequest {
  method: 'GET' | 'OPTIONS' | 'TRACE';
  path: string;
  /** deep: only in deep audits. */
  mode: 'standard' | 'deep';
  /** Additional header lines, as published. */
  headers?: string;
  /** Most requests of this kind; null: as stated in `why`. */
  most: number | null;
  why: string;
}

const rows = <const T extends Readonly<Record<string, SentRequest>>>(all: T): T => all;

/**
 * Every request that audits send to the site besides the paths of exposed content: probes take methods, paths and
 * numbers from this table, and the published list is generated from it.
 */
export const sentRequests = rows({
  document: {
    method: 'GET',
    path: '{document}',
    mode: 'standard',
    most: null,
    why: 'The domain and its www host over http and https, where their redirects lead, the document at each address of its host, once over HTTP/2 where the server selects it, and once more for its nonces; after an error twice more',
  },
  robots: { method: 'GET', path: '/robots.txt', mode: 'standard', most: 1, why: 'Whether the owner bars the audit' },
  missing: {
    method: 'GET',
    path: '/{random}',
    mode: 'standard',
    most: 1,
    why: 'How a path that does not exist is answered',
  },
  securityTxt: {
    method: 'GET',
    path: '/.well-known/security.txt',
    mode: 'standard',
    most: 2,
    why: 'How researchers report; one redirect is followed',
  },
  script: {
    method: 'GET',
    path: '{script}',
    mode: 'standard',
    most: 8,
    why: 'Scripts of the document on its own origin',
  },
  cors: {
    method: 'GET',
    path: '{document}',
    mode: 'standard',
    headers: 'Origin',
    most: 5,
    why: 'Which other origins may read answers',
  },
  preflight: {
    method: 'OPTIONS',
    path: '{document}',
    mode: 'standard',
    headers: 'Origin, Access-Control-Request-Method: PUT, Access-Control-Request-Headers: x-perimeter',
    most: 1,
    why: 'What a preflight allows; no PUT follows',
  },
  options: { method: 'OPTIONS', path: '{document}', mode: 'standard', most: 1, why: 'Which methods are allowed' },
  crossdomain: {
    method: 'GET',
    path: '/crossdomain.xml',
    mode: 'standard',
    most: 1,
    why: 'Policy of old plug-ins',
  },
  trace: {
    method: 'TRACE',
    path: '{document}',
    mode: 'standard',
    headers: 'X-Perimeter',
    most: 1,
    why: 'Whether requests are echoed',
  },
  hostHeader: {
    method: 'GET',
    path: '{document}',
    mode: 'standard',
    headers: 'Host of a name under .example',
    most: 1,
    why: 'Whether another host is reflected',
  },
  map: { method: 'GET', path: '{map}', mode: 'deep', most: 4, why: 'Source maps that the scripts name' },
  errorScript: { method: 'GET', path: '/{random}.php', mode: 'deep', most: 1, why: 'Error page of a program' },
  errorFolder: { method: 'GET', path: '/{random}/', mode: 'deep', most: 1, why: 'Error page of a folder' },
  linked: {
    method: 'GET',
    path: '{linked}',
    mode: 'deep',
    most: 5,
    why: 'Pages that the document links to; none whose address speaks of logging out, deleting or unsubscribing',
  },
});

/** The path of a request with the audit's values. */
export const sentPath = ({ path }: Pick<SentRequest, 'path'>, random: string): string =>
  path.replace('{random}', random);

/** A request to a host other than the site that the domain or its certificates name. */
export interface OtherRequest {
  method: 'GET';
  url: string;
  /** Most requests in one audit. */
  most: number;
  why: string;
}

const others = <const T extends Readonly<Record<string, OtherRequest>>>(all: T): T => all;

/** Every HTTP request that audits send to other hosts; those to names below the domain are published with the names. */
export const otherRequests = others({
  policy: {
    method: 'GET',
    url: 'https://mta-sts.{domain}/.well-known/mta-sts.txt',
    most: 2,
    why: 'The policy of MTA-STS, where the domain has its record, once more after silence; no redirect is followed',
  },
  issuer: { method: 'GET', url: '{issuer}', most: 6, why: 'Certificates of issuers that a chain lacks' },
  ocsp: { method: 'GET', url: '{responder}', most: 8, why: 'Whether a certificate is revoked' },
  crl: { method: 'GET', url: '{list}', most: 4, why: 'The same, from the list of its issuer' },
});
