import { sourcesFor } from './source-index.ts';
import type { HostSource, Source, SourceList } from './sources.ts';

/** Options for the comparison of a URL. */
export interface UrlQuestion {
  url: URL;
  /** The page whose policy it is: 'self', and the scheme of sources without one. */
  self: URL;
  /** After a redirect, paths are not compared (CSP3 section 7.6). */
  redirected?: boolean;
  /** True where the attacker owns the host and so chooses path and port. */
  anyPathAndPort?: boolean;
}

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['ws', '80'],
  ['https', '443'],
  ['wss', '443'],
]);

const schemeOf = (url: URL): string => url.protocol.slice(0, -1);

/**
 * A scheme also stands for its secure form. By CSP3 section 6.7.2.9 ws: and wss: also let in what comes over HTTP; no browser does that
 * (Chromium, services/network/public/cpp/content_security_policy/csp_source.cc), and so they open no script.
 */
export const matchesScheme = (expression: string, scheme: string): boolean =>
  expression === scheme || (expression === 'http' && scheme === 'https') || (expression === 'ws' && scheme === 'wss');

/** CSP3 section 6.7.2.10. Browsers compare addresses as they compare names. */
function matchesHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  if (pattern.startsWith('*.')) return host.endsWith(pattern.slice(1));
  return pattern === host;
}

/** CSP3 section 6.7.2.11; port 80 goes along where a scheme is upgraded, as browsers have it. */
function matchesPort(port: string | null, url: URL): boolean {
  if (port === '*') return true;
  const scheme = schemeOf(url);
  const actual = url.port === '' ? defaultPorts.get(scheme) : url.port;
  if (port === null) return url.port === '';
  if (String(Number(port)) === actual) return true;
  return Number(port) === 80 && actual === '443' && (scheme === 'https' || scheme === 'wss');
}

function percentDecoded(text: string): string {
  const bytes = (text.match(/(?:%[0-9a-f]{2})+|[^%]+|%/gi) ?? []).map((part) =>
    /^%[0-9a-f]{2}/i.test(part)
      ? part
          .slice(1)
          .split('%')
          .map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
          .join('')
      : part,
  );
  return bytes.join('');
}

/** CSP3 section 6.7.2.12: a path that ends in a slash matches everything below it. */
export function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '' || (pattern === '/' && path === '')) return true;
  const [wanted, actual] = [pattern.split('/'), path.split('/')];
  const isExact = !pattern.endsWith('/');
  if (wanted.length > actual.length || (isExact && wanted.length !== actual.length)) return false;
  const compared = isExact ? wanted : wanted.slice(0, -1);
  return compared.every((piece, index) => percentDecoded(piece) === percentDecoded(actual[index] ?? ''));
}

const isHttp = (scheme: string): boolean => scheme === 'http' || scheme === 'https';

/** `*` alone: any host of the web, and whatever else has the page's own scheme (CSP3 section 6.7.2.8, step 1). */
const isEverything = ({ scheme, host, port, path }: HostSource): boolean =>
  scheme === null && host === '*' && port === null && path === '';

function matchesHostSource(source: HostSource, { url, self, redirected, anyPathAndPort }: UrlQuestion): boolean {
  const scheme = schemeOf(url);
  if (isEverything(source)) return isHttp(scheme) || matchesScheme(schemeOf(self), scheme);
  if (!matchesScheme(source.scheme ?? schemeOf(self), scheme)) return false;
  if (url.hostname === '' || !matchesHost(source.host, url.hostname)) return false;
  if (anyPathAndPort === true) return true;
  return matchesPort(source.port, url) && (redirected === true || matchesPath(source.path, url.pathname));
}

const portOf = (url: URL): string | undefined => (url.port === '' ? defaultPorts.get(schemeOf(url)) : url.port);
const hasDefaultPort = (url: URL): boolean => portOf(url) === defaultPorts.get(schemeOf(url));

/** 'self' is the page's origin, and its secure form (CSP3 section 6.7.2.8, step 4); not blob: and filesystem:. */
function matchesSelf({ url, self }: UrlQuestion): boolean {
  if (!defaultPorts.has(schemeOf(url))) return false;
  if (url.origin !== 'null' && url.origin === self.origin) return true;
  const samePort = portOf(url) === portOf(self) || (hasDefaultPort(url) && hasDefaultPort(self));
  if (url.hostname !== self.hostname || url.hostname === '' || !samePort) return false;
  const [scheme, own] = [schemeOf(url), schemeOf(self)];
  return scheme === 'https' || scheme === 'wss' || (own === 'http' && (scheme === 'http' || scheme === 'ws'));
}

/** Whether one source expression matches a URL. */
export function matchesSource(source: Source, question: UrlQuestion): boolean {
  if (source.kind === 'scheme') return matchesScheme(source.scheme, schemeOf(question.url));
  if (source.kind === 'host') return matchesHostSource(source, question);
  return source.kind === 'keyword' && source.keyword === 'self' && matchesSelf(question);
}

/** The first source of a list that matches a URL; null where none does (CSP3 section 6.7.2.7). */
export const matchingSource = (list: SourceList, question: UrlQuestion): Source | null =>
  sourcesFor(list, question.url).find((source) => matchesSource(source, question)) ?? null;
