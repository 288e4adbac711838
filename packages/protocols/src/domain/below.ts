/** Whether a host lies below a domain; both as host names in lower case, without a final dot. */
export const isBelowDomain = (host: string, domain: string): boolean => host.endsWith(`.${domain}`);

/** Whether a host is a domain or lies below it; names of DNS records, which may hold escapes, ask dns/name.ts. */
export const isInDomain = (host: string, domain: string): boolean => host === domain || isBelowDomain(host, domain);
