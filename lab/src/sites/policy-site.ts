import { html, redirect, type HeaderLine, type Site } from './site.ts';

/** A site for checks of HTTP policies: what is odd about it, and its pages. */
export interface PolicySite {
  readonly what: string;
  readonly site: Site;
  /** What its host has beside one name, two ports and IPv4. */
  readonly more?: {
    readonly aliases?: readonly string[];
    readonly ports?: readonly number[];
    readonly ipv6?: boolean;
    readonly ipv4?: false;
    readonly alpn?: readonly string[];
    /** The one version of TLS that it speaks. */
    readonly only?: 'TLSv1.2';
    readonly quic?: true;
    readonly reverse?: string;
    /** What is wrong with its certificate. */
    readonly fault?: 'expired';
  };
}

export const hsts: HeaderLine = ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'];

/** A site that redirects to https, and there serves one page with these headers. */
export const securePage = (host: string, headers: readonly HeaderLine[], body: string): Site => ({
  http: { '*': redirect(`https://${host}/`) },
  https: { '/': html([hsts, ...headers], body), '*': html([hsts, ...headers], body, 404) },
});

/** A document with a head and a body. */
export const markup = (title: string, body: string, head = ''): string =>
  `<head>${head}<title>${title}</title></head><body><h1>${title}</h1>${body}</body>`;
