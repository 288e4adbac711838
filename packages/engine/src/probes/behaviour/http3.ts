import { createHash } from 'node:crypto';
import { isHttp3, parseAltSvc } from '@perimeter/protocols/http/headers/alt-svc';
import { type ConnectionIds, versionQuestion, versionsIn } from '@perimeter/protocols/quic/version-negotiation';
import type { ServiceRecord } from '@perimeter/protocols/dns/services/record';
import type { BehaviourEvidence } from '../../evidence/behaviour/schema.ts';
import { seen, unobserved } from '../../evidence/observed.ts';
import type { Received } from '../../net/datagram.ts';
import { badPorts } from '../../net/http/ports.data.ts';
import type { ProbeContext } from '../probe.ts';

type Http3 = BehaviourEvidence['http3'];
type Place = Pick<NonNullable<Http3['asked']>, 'by' | 'host' | 'address' | 'port'>;

/** Datagrams get lost: three in a row hardly ever. */
const tries = 3;
const answerMs = 1_000;

/** Where the site offers HTTP/3 itself: at the host and address that gave the document. */
export function http3Place(
  altSvc: readonly string[],
  services: readonly ServiceRecord[],
  { host, address }: Pick<Place, 'host' | 'address'>,
): Place | null {
  const service = services.find(({ alpn, target }) => alpn.some(isHttp3) && (target === '.' || target === host));
  const own = parseAltSvc(altSvc).find(
    (one) => isHttp3(one.protocol) && (one.host === null || one.host === host) && !badPorts.has(one.port),
  );
  if (own !== undefined) return { by: 'alt-svc', host, address, port: own.port };
  const port = service?.port ?? 443;
  return service === undefined || badPorts.has(port) ? null : { by: 'https-record', host, address, port };
}

/** Our connection identifiers: the same in every audit of one seed. */
function idsOf(seed: string, attempt: number): ConnectionIds {
  const bytes = createHash('sha256').update(`quic ${attempt} ${seed}`).digest();
  return { destination: bytes.subarray(0, 8), source: bytes.subarray(8, 16) };
}

/** Asks for the versions of QUIC; a closed port settles it at once. */
export async function askVersions(context: ProbeContext, place: Place): Promise<NonNullable<Http3['asked']>> {
  const { datagrams, signal, target } = context;
  for (let attempt = 1; ; attempt += 1) {
    const ids = idsOf(target.seed, attempt);
    const question = { payload: versionQuestion(ids), read: (datagram: Uint8Array) => versionsIn(datagram, ids) };
    const received: Received<number[]> = await datagrams.ask(place, question, { signal, timeoutMs: answerMs });
    const asked = { ...place, tries: attempt };
    if (received.ok) return { ...asked, versions: seen(received.value) };
    if (received.failure.reason !== 'timeout' || attempt === tries)
      return { ...asked, versions: unobserved(received.failure) };
  }
}
