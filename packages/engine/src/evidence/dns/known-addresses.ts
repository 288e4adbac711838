import type { Observed } from '../observed.ts';

/** A name's addresses of both families, as far as they are known. */
interface BothFamilies {
  ipv4: Observed<string[]>;
  ipv6: Observed<string[]>;
}

/** The known addresses of a name, IPv4 first. */
export const knownAddresses = ({ ipv4, ipv6 }: BothFamilies): string[] =>
  [ipv4, ipv6].flatMap((found) => (found.known ? found.value : []));
