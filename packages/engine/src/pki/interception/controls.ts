import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { type Observed, type UnknownBecause, unobserved, netFailed, seen } from '../../evidence/observed.ts';
import type { Dialer } from '../../net/dialer.ts';
import { peerChain } from './peer-chain.ts';
import type { Resolver } from '../../net/resolver/resolver.ts';
import type { ChainContext } from '../context/chain-context.ts';
import { createCertificateStore } from '../context/certificate-store.ts';
import { judgePath } from '../path/verdict.ts';
import { type NamedIssuer, namedIssuer } from './issuers.ts';

/** Dependencies for testing a control name. */
export interface ControlMeans {
  dialer: Dialer;
  resolver: Pick<Resolver, 'query'>;
  signal: AbortSignal;
  chains: ChainContext;
}

const httpsPort = 443;

/** Addresses of a control name, one of each family at most. */
export async function controlAddresses(
  { resolver, signal }: Pick<ControlMeans, 'resolver' | 'signal'>,
  host: string,
): Promise<{ ipv4: string | null; ipv6: string | null }> {
  const first = async (type: 'A' | 'AAAA'): Promise<string | null> =>
    (await resolver.query(host, type, { signal })).records.find((record) => record.type === type)?.data ?? null;
  const [ipv4, ipv6] = await Promise.all([first('A'), first('AAAA')]);
  return { ipv4, ipv6 };
}

/** The issuer of a control name's certificate as seen from this machine. */
export async function controlIssuer(means: ControlMeans, host: string): Promise<Observed<NamedIssuer>> {
  const { ipv4, ipv6 } = await controlAddresses(means, host);
  const addresses = [ipv4, ipv6].flatMap((address) => address ?? []);
  let failure: UnknownBecause = netFailed('unreachable', 'no-address');
  for (const address of addresses) {
    const chain = await peerChain(means.dialer, { host, address, port: httpsPort }, means.signal);
    if (chain.known) {
      const store = createCertificateStore();
      const served = chain.value.map((der) => store.add(der, 'served'));
      const { verdict, leaf } = await judgePath({ ...means.chains, store }, served, host);
      return seen(namedIssuer(registrableDomainOf(host) ?? host, verdict, leaf));
    }
    failure = chain.failure;
  }
  return unobserved(failure);
}
