import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import { concat } from '@perimeter/protocols/bytes';
import { noCertificate, rsaKeyExchange } from '@perimeter/protocols/tls/handshake/client-key-exchange';
import {
  type PremasterFlaw,
  minModulusBytes,
  premasterBlock,
  premasterFlaws,
} from '@perimeter/protocols/tls/handshake/premaster-block';
import { contentTypes, encodeRecord } from '@perimeter/protocols/tls/records/record';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type Observed, seen, type UnknownBecause, unobserved, untested } from '../../../evidence/observed.ts';
import type { Negotiation, Reaction } from '../../../evidence/vulnerabilities/exchange.ts';
import type { RobotTest } from '../../../evidence/vulnerabilities/flaws/robot.ts';
import { isFailure, type FirstFlight } from '../../../tls/client/first-flight.ts';
import { changeCipherSpec } from '../../../tls/client/handshake.ts';
import { failureInOrder, orderFails } from '../exchange/in-order.ts';
import { rsaKeyOf } from '../../../tls/client/key-agreement.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import { reactionOf } from '../exchange/reaction.ts';
import { type Variant, compareReactions, gapOf, rounds } from './rounds.ts';
import {
  type Met,
  type Negotiated,
  type Subject,
  meetWith,
  newestWith,
  withoutHandshake,
} from '../exchange/subject.ts';
import { isSupported } from '../../../tls/client/keys/suite-algorithms.ts';

type Robot = Observed<RobotTest>;

type Flow = RobotTest['flows'][number]['flow'];

/** Suites whose premaster secret travels under the certificate's RSA key, full-length ones. */
export function isRsaTransport(code: number): boolean {
  const suite = cipherSuites.get(code);
  return suite !== undefined && suite.keyExchange === 'RSA' && suite.authentication === 'RSA' && !suite.export;
}

/** Of the length that an encrypted Finished has, so that nothing but its content is wrong. */
function randomFinished({ hello, sent }: FirstFlight): Uint8Array {
  const suite = cipherSuites.get(hello.suite);
  const hasIv = sent.version >= wireVersions['TLSv1.1'];
  const bytes = suite?.mode === 'CBC' ? (hasIv ? 64 : 48) : suite?.mode === 'GCM' ? 40 : 36;
  return new Uint8Array(randomBytes(bytes));
}

/** The block under the certificate's key, or why it cannot be made. */
function encrypted(flight: FirstFlight, flaw: PremasterFlaw): Uint8Array | UnknownBecause {
  const rsa = rsaKeyOf(flight);
  if ('reason' in rsa) return rsa;
  const { key, modulusBits } = rsa;
  if (modulusBits < minModulusBytes * 8) return { reason: 'tls', gap: 'rsa-key-too-short', values: [`${modulusBits}`] };
  const block = premasterBlock(flaw, { modulusBits, version: flight.sent.version, random: randomBytes(256) });
  try {
    return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block);
  } catch {
    return { reason: 'tls', gap: 'rsa-key-unusable' };
  }
}

function sendExchange({ client, flight }: Met, secret: Uint8Array, flow: Flow): void {
  const message = rsaKeyExchange(secret);
  const handshake = flight.wantsCertificate ? concat([noCertificate, message]) : message;
  const { version } = flight.sent;
  client.write(
    encodeRecord(contentTypes.handshake, version, handshake),
    ...(flow === 'short'
      ? []
      : [
          encodeRecord(contentTypes.changeCipherSpec, version, changeCipherSpec),
          encodeRecord(contentTypes.handshake, version, randomFinished(flight)),
        ]),
  );
}

interface Question {
  subject: Subject;
  negotiated: Negotiated;
  flow: Flow;
  signal: AbortSignal;
  /** Told of each first flight. */
  note: (flight: FirstFlight) => void;
}

async function ask(question: Question, flaw: PremasterFlaw): Promise<Reaction | UnknownBecause> {
  const { subject, negotiated, flow, signal, note } = question;
  const { version, suites } = negotiated;
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  note(met.flight);
  try {
    const secret = encrypted(met.flight, flaw);
    if ('reason' in secret) return secret;
    sendExchange(met, secret, flow);
    return await reactionOf(met.client);
  } finally {
    met.client.close();
  }
}

const variantsOf = (question: Question): Variant<PremasterFlaw>[] =>
  premasterFlaws.map((flaw) => ({ name: flaw, ask: () => ask(question, flaw) }));

/** Why alike says nothing: servers that hang, or end handshakes for want of a client's certificate, may not look at the secret. */
async function gapInOrder(subject: Subject, negotiated: Negotiated, signal: AbortSignal): Promise<Robot | null> {
  const failure = await failureInOrder(subject, negotiated, signal);
  if (failure === null) return null;
  return unobserved('gap' in failure ? failure : orderFails(failure));
}

/** Keeps one negotiation for each version and suite. */
function keep({ negotiations }: RobotTest, agreed: Negotiation): void {
  const isKept = negotiations.some(
    ({ suite, offered }) => suite === agreed.suite && offered.version === agreed.offered.version,
  );
  if (!isKept) negotiations.push(agreed);
}

/** Bleichenbacher's oracle (ROBOT): five premaster secrets, right and wrong, each of which must be answered alike. */
export async function testRobot(subject: Subject, signal: AbortSignal): Promise<Robot> {
  const usual = newestWith(subject.endpoint, (suite) => isRsaTransport(suite) && isSupported(suite));
  const negotiated = usual ?? newestWith(subject.endpoint, isRsaTransport);
  if (negotiated === null) return untested(withoutHandshake(subject.endpoint, 'no-rsa-key-exchange'));
  const test: RobotTest = { negotiations: [], flows: [] };
  let mayHaveGivenUp = false;
  const note = (flight: FirstFlight): void => {
    keep(test, negotiationOf(flight));
    mayHaveGivenUp ||= flight.wantsCertificate;
  };
  for (const flow of ['full', 'short'] as const) {
    const question = { subject, negotiated, flow, signal, note };
    // Behind one address there may be several servers, of which not all are flawed: one round is soon alike by chance.
    const firstRounds = flow === 'full' ? 2 : 1;
    const compared = await compareReactions(variantsOf(question), firstRounds);
    if (!('reactions' in compared)) return unobserved(gapOf(compared));
    // An alert is an answer; silence and a bare end may have come before the secret was looked at.
    if (flow === 'full' && compared.kind === 'alike') mayHaveGivenUp ||= compared.reaction[0]?.kind !== 'alert';
    const variants = [...compared.reactions].map(([flaw, acts]) => ({ flaw, reaction: [...acts] }));
    test.flows.push({ flow, rounds: compared.kind === 'alike' ? firstRounds : rounds, variants });
    if (compared.kind === 'different') return seen(test);
  }
  const gap = mayHaveGivenUp ? await gapInOrder(subject, negotiated, signal) : null;
  return gap ?? seen(test);
}
