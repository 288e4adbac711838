import { padding } from '@perimeter/protocols/tls/handshake/client-extensions';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { speaks } from '../../client/answer.ts';
import { tls13Schemes, tls13Suites } from '../../client/hello/code-points.ts';
import { PartialHandshakeReader } from '../../client/partial-handshake.ts';
import type { PartialHandshake } from '../../client/encrypted-flight.ts';
import { type BuiltHello, type HelloSpec, curiousExtensions } from '../../client/hello/hello.ts';
import type { TlsClient } from '../../client/tls-client.ts';
import type { ShownChain } from '../observed/chains.ts';
import type { ScanSession } from '../scan-session.ts';
import { computableGroups } from '../../client/keys/curves.ts';
import { sharesFor } from '../../client/keys/key-share.ts';

/** What a partial handshake offers. */
export interface PartialOffer {
  schemes?: readonly number[];
  protocols?: readonly string[];
  /** Null: no server_name extension. */
  serverName?: string | null;
  /** The groups to offer, of those that this client can compute; default: all of them. */
  groups?: readonly number[];
  /** The hello is padded beyond one segment and split. */
  isLarge?: boolean;
}

/** The answer: what was read, a refusal (plaintext or encrypted), or nothing reliable. */
export type PartialAnswer =
  | { kind: 'seen'; partial: PartialHandshake }
  | { kind: 'refused'; alert: number | null }
  | { kind: 'failed' };

/** Post-quantum shares enlarge hellos beyond one segment; servers have failed at this size. */
const largeHelloBytes = 1_700;
/** Where a large hello is split. */
export const firstSegmentBytes = 1_000;

/** Builds a hello that is padded beyond one segment. */
export function buildLarge({ build }: TlsClient, spec: HelloSpec): BuiltHello {
  const missing = largeHelloBytes - build(spec).record.length - 4;
  return build({ ...spec, extras: [...(spec.extras ?? []), padding(Math.max(0, missing))] });
}

/** Groups whose key shares are sent at once: the two that nearly every server supports. */
const invitedGroups = [0x001d, 0x0017] as const;

async function offerOnce(
  { client }: ScanSession,
  offer: PartialOffer,
  groups: readonly number[],
  shared: readonly number[],
) {
  const spec: HelloSpec = {
    version: 'TLSv1.3',
    suites: tls13Suites,
    groups,
    schemes: offer.schemes ?? tls13Schemes,
    protocols: offer.protocols ?? [],
    shares: sharesFor(shared),
    extras: curiousExtensions('TLSv1.3'),
    ...(offer.serverName === undefined ? {} : { serverName: offer.serverName }),
  };
  const hello = offer.isLarge === true ? buildLarge(client, spec) : client.build(spec);
  const reader = new PartialHandshakeReader(hello);
  const answer = await client.askBuilt(hello, {
    enough: (flight) => flight.serverHello !== null && (flight.serverHello.isRetryRequest || reader.enough(flight)),
    ...(offer.isLarge === true ? { splitAfter: firstSegmentBytes, keep: 'largeHello' } : {}),
  });
  return { answer, partial: reader.seen };
}

/** Makes a TLS 1.3 handshake up to the server's Finished, with a key share that it accepts; at most two connections. */
export async function makePartialHandshake(session: ScanSession, offer: PartialOffer): Promise<PartialAnswer> {
  const { groups = computableGroups } = offer;
  const invited = invitedGroups.filter((group) => groups.includes(group));
  const first = await offerOnce(session, offer, groups, invited);
  const asked = first.answer.kind === 'hello' && first.answer.hello.isRetryRequest ? first.answer.hello.group : null;
  const isComputable = asked !== null && computableGroups.includes(asked);
  const { answer, partial } = isComputable ? await offerOnce(session, offer, [asked], [asked]) : first;
  if (answer.kind === 'refused') return { kind: 'refused', alert: answer.alert };
  // Some servers refuse only after ServerHello and EncryptedExtensions.
  if (partial.alert !== null) return { kind: 'refused', alert: partial.alert.description };
  if (!speaks(answer, wireVersions['TLSv1.3']) || partial.certificates.length === 0) return { kind: 'failed' };
  return { kind: 'seen', partial };
}

/** The chain of a partial handshake; none where it was refused or showed a raw public key. */
export function chainsIn(answer: PartialAnswer): ShownChain[] {
  if (answer.kind !== 'seen' || answer.partial.showsRawKey) return [];
  return [{ viaVersion: 'TLSv1.3', certificates: answer.partial.certificates.map(({ der }) => der) }];
}
