import { addressesWith } from '../../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../../evidence/endpoints/schema.ts';
import { unobserved } from '../../../evidence/observed.ts';
import { firstConnectTimeoutMs } from '../../../net/dialer.ts';
import type { ProbeContext } from '../../probe.ts';
import { askOn, type Opossum } from './upgrade-request.ts';

const httpPort = 80;

async function askAddress(context: ProbeContext, host: string, address: string): Promise<Opossum> {
  const place = { address, port: httpPort, host };
  const { dialer, signal } = context;
  const dialed = await dialer.connect(place, { signal, timeoutMs: firstConnectTimeoutMs });
  if (dialed.ok) return askOn(dialed.socket, context, place);
  return { ...place, answer: unobserved(dialed.failure) };
}

/** Opossum (CVE-2025-49812): whether plain HTTP offers an upgrade to TLS, with one connection to each address. */
export async function testOpossum(context: ProbeContext, endpoints: EndpointsEvidence): Promise<Opossum[]> {
  return Promise.all(addressesWith(endpoints, 'web').map(({ host, address }) => askAddress(context, host, address)));
}
