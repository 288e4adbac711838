import { UsageError } from '../argument-values.ts';

/** localhost and its subdomains (RFC 6761 section 6.3), 127.0.0.0/8 and ::1 (RFC 6890 section 2.2). */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(host);

const wrong = (why: string): UsageError =>
  new UsageError(`Invalid address of the service (--server): ${why}, as in https://perimeter.example.org`);

/**
 * A service's URL without a trailing slash. The API key is sent to it, so it must be https unless it is on this
 * machine.
 */
export function serviceAddress(text: string): string {
  if (!URL.canParse(text)) throw wrong('use an https URL');
  const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(text);
  if (username !== '' || password !== '') throw wrong('it must not contain a name or password');
  if (search !== '' || hash !== '') throw wrong('it must not contain ? or #');
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw wrong('use https; http is for loopback addresses only');
  return `${origin}${pathname}`.replace(/\/+$/u, '');
}
