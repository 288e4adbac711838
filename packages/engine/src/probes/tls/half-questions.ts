import { wireVersions } from '@perimeter/protocols/tls/versions';
import { speaks } from './answer.ts';
import { tls13Schemes, tls13Suites } from './code-points.ts';
import { HalfHandshakeReader } from './half-handshake.ts';
import type { HalfHandshake } from './half-handshake.ts';
import { curiousExtensions } from './hello.ts';
import type { Interview } from './interview.ts';
import { askBuilt } from './interview.ts';
import { computableGroups, sharesFor } from './key-share.ts';

/** What a half handshake offers. */
export interface HalfOffer {
  schemes?: readonly number[];
  protocols?: readonly string[];
  /** Null: no server_name extension. */
  serverName?: string | null;
}

/** The outcome: what was read, a refusal (in clear or encrypted), or nothing to rely on. */
export type HalfAnswer =
  | { kind: 'seen'; half: HalfHandshake }
  | { kind: 'refused'; alert: number | null }
  | { kind: 'failed' };

/** Groups whose public values go along uninvited: the two that nearly every server has. */
const invitedGroups = [0x001d, 0x0017] as const;

async function askWith(interview: Interview, offer: HalfOffer, groups: readonly number[], shared: readonly number[]) {
  const hello = interview.build({
    version: 'TLSv1.3',
    suites: tls13Suites,
    groups,
    schemes: offer.schemes ?? tls13Schemes,
    protocols: offer.protocols ?? [],
    shares: sharesFor(shared),
    extras: curiousExtensions('TLSv1.3'),
    ...(offer.serverName === undefined ? {} : { serverName: offer.serverName }),
  });
  const reader = new HalfHandshakeReader(hello.message);
  const answer = await askBuilt(interview, hello, {
    enough: (flight) => flight.serverHello !== null && (flight.serverHello.isRetryRequest || reader.enough(flight)),
  });
  return { answer, half: reader.seen };
}

/** Makes the server's half of a TLS 1.3 handshake visible, by a public value it takes; at most two connections. */
export async function askHalf(interview: Interview, offer: HalfOffer): Promise<HalfAnswer> {
  const first = await askWith(interview, offer, computableGroups, invitedGroups);
  const asked = first.answer.kind === 'hello' && first.answer.hello.isRetryRequest ? first.answer.hello.group : null;
  const isComputable = asked !== null && computableGroups.includes(asked);
  const { answer, half } = isComputable ? await askWith(interview, offer, [asked], [asked]) : first;
  if (answer.kind === 'refused') return { kind: 'refused', alert: answer.alert };
  // Some servers refuse only after ServerHello and EncryptedExtensions.
  if (half.alert !== null) return { kind: 'refused', alert: half.alert.description };
  if (!speaks(answer, wireVersions['TLSv1.3']) || half.certificates.length === 0) return { kind: 'failed' };
  return { kind: 'seen', half };
}
