import type { X509Certificate } from 'node:crypto';
import type { ServiceRecord } from '@perimeter/protocols/dns/services/record';
import { readEchConfigList } from '@perimeter/protocols/tls/ech-config';
import type { BehaviourEvidence } from '../../evidence/behaviour/schema.ts';
import { seen, unclear, unobserved } from '../../evidence/observed.ts';
import { startDeadline } from '../../net/deadline.ts';
import { secure } from '../../net/tls-stream/secure.ts';
import type { ProbeContext } from '../probe.ts';

type EchServer = NonNullable<BehaviourEvidence['ech']>[number];

const handshakeMs = 4_000;
/** Records have one ECH configuration, or two during a key change. */
const maxNames = 2;

/** Names and expiry of a certificate; null where the platform cannot read it. */
function factsOf(
  certificate: X509Certificate | undefined,
  name: string,
): { covers: boolean; notAfterMs: number | null } | null {
  try {
    if (certificate === undefined) return null;
    const notAfterMs = Date.parse(certificate.validTo);
    const covers = certificate.checkHost(name) !== undefined;
    return { covers, notAfterMs: Number.isNaN(notAfterMs) ? null : notAfterMs };
  } catch {
    return null;
  }
}

async function certificateFor(
  { dialer, signal }: ProbeContext,
  name: string,
  { address, port }: { address: string; port: number },
): Promise<EchServer['certificate']> {
  const dialed = await dialer.connect({ address, port, host: name }, { signal, timeoutMs: handshakeMs });
  if (!dialed.ok) return unobserved(dialed.failure);
  using deadline = startDeadline(signal, { name: 'tls-handshake()', timeoutMs: handshakeMs });
  const secured = await secure(dialed.socket, name, deadline.signal);
  if (!secured.ok) {
    dialed.socket.destroy();
    return unobserved(secured.failure);
  }
  const facts = factsOf(secured.socket.getPeerX509Certificate(), name);
  secured.socket.destroy();
  return facts === null ? unclear('malformed', 'certificate-unreadable') : seen(facts);
}

/** The certificate that a client receives when the server rejects ECH: the public name's. */
export async function echServers(
  context: ProbeContext,
  services: readonly ServiceRecord[],
  place: { address: string; port: number },
): Promise<EchServer[]> {
  const lists = services.flatMap(({ ech }) => (ech === null ? [] : [readEchConfigList(ech)]));
  const names = new Set(lists.flatMap((list) => (list.ok ? list.configs.map(({ publicName }) => publicName) : [])));
  return Promise.all(
    [...names].slice(0, maxNames).map(async (publicName) => ({
      publicName,
      address: place.address,
      certificate: await certificateFor(context, publicName, place),
    })),
  );
}
