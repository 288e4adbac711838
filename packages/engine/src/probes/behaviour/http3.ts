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

/** Datagrams may be lost: three in a row rarely are. */
const tries = 3;
const answerMs = 1_000;

/** The place of HTTP/3 if the site itself offers it: host and address of the document. */
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

/** Connection identifiers derived from the audit's seed. */
function idsOf(seed: string, attempt: number): ConnectionIds {
  const bytes = createHash('sha256').update(`quic ${attempt} ${seed}`).digest();
  return { destination: bytes.subarray(0, 8), source: bytes.subarray(8, 16) };
}

/** Sends a version probe over QUIC; a closed port ends the test at once. */
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
