import { addressesOf, endpoint } from '@perimeter/lab/hosts/endpoints';
import { noBehaviour } from '../../../evidence/behaviour/none.ts';
import { noCertificates } from '../../../evidence/certificates/example.ts';
import { endpointHost } from '../../../evidence/endpoints/example.ts';
import { noHttp } from '../../../evidence/http/example.ts';
import type { PortsEvidence } from '../../../evidence/ports/schema.ts';
import { labContext } from '../../testing/lab-context.ts';
import { probePorts } from '../probe.ts';

const nothingElse = {
  tls: { endpoints: [] },
  certificates: noCertificates,
  http: noHttp,
  behaviour: noBehaviour,
};

/** The ports of a lab host, by the long list or the standard one, without other probes. */
export async function portsOf(host: string, list: 'long' | 'standard' = 'long'): Promise<PortsEvidence> {
  const context = labContext(host, {
    target: list === 'long' ? { scanMode: 'deep', authority: true } : { scanMode: 'standard' },
    signal: AbortSignal.timeout(120_000),
  });
  const endpoints = { hosts: [endpointHost(host, addressesOf(endpoint(host)))] };
  return await probePorts(context, { endpoints, ...nothingElse });
}
