import { signatureSchemes } from '@perimeter/protocols/tls/registry/signature-schemes.data';
import { tls13Schemes } from '../../client/hello/code-points.ts';
import { computableGroups } from '../../client/keys/curves.ts';
import type { PartialHandshake } from '../../client/encrypted-flight.ts';
import type { ShownChain } from '../observed/chains.ts';
import type { ScanSession } from '../scan-session.ts';
import {
  type AlpnScan,
  maxAlpnAttempts,
  noApplicationProtocol,
  outcomeOfPartial,
} from '../enumeration/application-protocols.ts';
import {
  type PartialAnswer,
  type PartialOffer,
  chainsIn,
  makePartialHandshake,
} from '../enumeration/partial-handshake.ts';

/** What the partial handshakes of an endpoint showed. */
export interface PartialHandshakes {
  /** The first successful one. */
  partial: PartialHandshake | null;
  /** True: a hello of more than one segment was answered; false: unknown. */
  tookLarge: boolean;
  /** The chain of each. */
  chains: readonly ShownChain[];
}

/** The chain of a partial handshake, with the staple and the timestamps of its leaf. */
function chainsWithExtras(answer: PartialAnswer): ShownChain[] {
  const leaf = answer.kind === 'seen' ? answer.partial.certificates[0] : undefined;
  const extras = { ocspResponse: leaf?.ocspResponse ?? null, timestamps: leaf?.timestamps ?? null };
  return chainsIn(answer).map((chain) => ({ ...chain, extras }));
}

/** Schemes that need another kind of key than the one that signed. */
const schemesOfOtherKeys = (scheme: number): number[] => {
  const used = signatureSchemes.get(scheme)?.key;
  return tls13Schemes.filter((code) => signatureSchemes.get(code)?.key !== used);
};

/**
 * A large hello without the server's favourite group, which makes servers list their groups; the usual hello where it
 * is not answered.
 */
async function makeTelling(
  session: ScanSession,
  offer: PartialOffer,
  favourite: number | null,
): Promise<{ answer: PartialAnswer; tookLarge: boolean }> {
  const groups = computableGroups.filter((group) => group !== favourite);
  const answer = await makePartialHandshake(session, { ...offer, groups, isLarge: true });
  const isAnswered = answer.kind === 'seen' || (answer.kind === 'refused' && answer.alert === noApplicationProtocol);
  return isAnswered
    ? { answer, tookLarge: true }
    : { answer: await makePartialHandshake(session, offer), tookLarge: false };
}

/** Partial handshakes until the application protocols are known. */
async function untilProtocolsKnown(
  session: ScanSession,
  alpn: AlpnScan,
  favourite: number | null,
): Promise<PartialHandshakes> {
  const answers: PartialAnswer[] = [];
  let tookLarge = false;
  for (let turn = 0; turn < maxAlpnAttempts && alpn.offer().length > 0; turn += 1) {
    const protocols = alpn.offer();
    const made =
      turn === 0
        ? await makeTelling(session, { protocols }, favourite)
        : { answer: await makePartialHandshake(session, { protocols }), tookLarge: false };
    const { answer } = made;
    tookLarge ||= made.tookLarge;
    answers.push(answer);
    if (answer.kind === 'failed') break;
    const alert = answer.kind === 'refused' ? (answer.alert ?? -1) : null;
    const outcome = outcomeOfPartial(alert, answer.kind === 'seen' ? answer.partial.protocol : null);
    alpn.take(protocols, outcome);
    if (outcome.kind === 'unclear') break;
  }
  const first = answers.find((answer) => answer.kind === 'seen');
  return { partial: first?.partial ?? null, tookLarge, chains: answers.flatMap(chainsWithExtras) };
}

const partialOf = (answer: PartialAnswer): PartialHandshake | null => (answer.kind === 'seen' ? answer.partial : null);

/**
 * The server's part of a TLS 1.3 handshake, whose favourite group is known. Where no older version shows the application
 * protocols and the chain of the other kind of key, they are scanned for here.
 */
export async function scanPartialHandshakes(
  session: ScanSession,
  alpn: AlpnScan | null,
  favourite: number | null,
): Promise<PartialHandshakes> {
  if (alpn === null) {
    const { answer, tookLarge } = await makeTelling(session, {}, favourite);
    return { partial: partialOf(answer), tookLarge, chains: chainsWithExtras(answer) };
  }
  const known = await untilProtocolsKnown(session, alpn, favourite);
  const plain = known.partial === null ? await makePartialHandshake(session, {}) : null;
  const partial = known.partial ?? (plain === null ? null : partialOf(plain));
  const scheme = partial?.scheme ?? null;
  const other = scheme === null ? null : await makePartialHandshake(session, { schemes: schemesOfOtherKeys(scheme) });
  const more = [plain, other].flatMap((answer) => (answer === null ? [] : chainsWithExtras(answer)));
  return { partial, tookLarge: known.tookLarge, chains: [...known.chains, ...more] };
}

/** One partial handshake, for the chain and what comes with it. */
export async function scanPartialHandshake(session: ScanSession): Promise<PartialHandshakes> {
  const answer = await makePartialHandshake(session, {});
  return { partial: partialOf(answer), tookLarge: false, chains: chainsWithExtras(answer) };
}
