/** Whether a host is a domain or a name below it. */
export const isWithin = (host: string, domain: string): boolean =>
  host.toLowerCase() === domain || host.toLowerCase().endsWith(`.${domain}`);
