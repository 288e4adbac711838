import { padding } from '@perimeter/protocols/tls/client-extensions';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import { speaks } from '../../client/answer.ts';
import { tls13Schemes, tls13Suites } from '../../client/hello/code-points.ts';
import { HalfHandshakeReader } from '../../client/partial-handshake.ts';
import type { HalfHandshake } from '../../client/partial-handshake.ts';
import type { BuiltHello, HelloSpec } from '../../client/hello/hello.ts';
import { curiousExtensions } from '../../client/hello/hello.ts';
import type { Interview } from '../scan-session.ts';
import { askBuilt } from '../scan-session.ts';
import { computableGroups, sharesFor } from '../../client/keys/key-share.ts';

/** What a half handshake offers. */
export interface HalfOffer {
  schemes?: readonly number[];
  protocols?: readonly string[];
  /** Null: no server_name extension. */
  serverName?: string | null;
  /** Of those that can be computed here; all of them by default. */
  groups?: readonly number[];
  /** The hello is padded beyond one segment and cut in two. */
  isLarge?: boolean;
}

/** The outcome: what was read, a refusal (in clear or encrypted), or nothing to rely on. */
export type HalfAnswer =
  | { kind: 'seen'; half: HalfHandshake }
  | { kind: 'refused'; alert: number | null }
  | { kind: 'failed' };

/** Hellos grow beyond one segment with post-quantum shares; this is the size that broke servers. */
const largeHelloBytes = 1_700;
/** Where a large hello is cut in two. */
export const firstSegmentBytes = 1_000;

/** Builds a hello that is padded beyond one segment. */
export function buildLarge({ build }: Interview, spec: HelloSpec): BuiltHello {
  const missing = largeHelloBytes - build(spec).record.length - 4;
  return build({ ...spec, extras: [...(spec.extras ?? []), padding(Math.max(0, missing))] });
}

/** Groups whose public values go along uninvited: the two that nearly every server has. */
const invitedGroups = [0x001d, 0x0017] as const;

async function askWith(interview: Interview, offer: HalfOffer, groups: readonly number[], shared: readonly number[]) {
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
  const hello = offer.isLarge === true ? buildLarge(interview, spec) : interview.build(spec);
  const reader = new HalfHandshakeReader(hello.message);
  const answer = await askBuilt(interview, hello, {
    enough: (flight) => flight.serverHello !== null && (flight.serverHello.isRetryRequest || reader.enough(flight)),
    ...(offer.isLarge === true ? { splitAfter: firstSegmentBytes, keep: 'largeHello' } : {}),
  });
  return { answer, half: reader.seen };
}

/** Makes the server's half of a TLS 1.3 handshake visible, by a public value it takes; at most two connections. */
export async function askHalf(interview: Interview, offer: HalfOffer): Promise<HalfAnswer> {
  const { groups = computableGroups } = offer;
  const invited = invitedGroups.filter((group) => groups.includes(group));
  const first = await askWith(interview, offer, groups, invited);
  const asked = first.answer.kind === 'hello' && first.answer.hello.isRetryRequest ? first.answer.hello.group : null;
  const isComputable = asked !== null && computableGroups.includes(asked);
  const { answer, half } = isComputable ? await askWith(interview, offer, [asked], [asked]) : first;
  if (answer.kind === 'refused') return { kind: 'refused', alert: answer.alert };
  // Some servers refuse only after ServerHello and EncryptedExtensions.
  if (half.alert !== null) return { kind: 'refused', alert: half.alert.description };
  if (!speaks(answer, wireVersions['TLSv1.3']) || half.certificates.length === 0) return { kind: 'failed' };
  return { kind: 'seen', half };
}
