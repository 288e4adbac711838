import type { Hostility } from './hostility.ts';
import { httpHostilities } from './http.ts';
import { httpsHostilities } from './https.ts';
import { redirectHostilities } from './redirects.ts';
import { smtpHostilities } from './smtp.ts';
import { tlsHostilities } from './tls.ts';

/** Every hostile behaviour by name. */
export const hostilities: Readonly<Record<string, Hostility>> = {
  ...httpHostilities,
  ...redirectHostilities,
  ...tlsHostilities,
  ...smtpHostilities,
  // Addresses are assigned in the order of this table.
  ...httpsHostilities,
};

const prefix = 'hostile-';

/** The behaviour of a host of the table; throws for a host that is not hostile. */
export function hostilityOf(host: string): Hostility {
  const found = hostilities[host.slice(prefix.length, -'.lab'.length)];
  if (found === undefined) throw new Error(`Looking up a hostile server: ${host} is none`);
  return found;
}
