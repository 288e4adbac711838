import { type Observed, seen, unobserved, untested } from '../../../evidence/observed.ts';
import type { Negotiation } from '../../../evidence/vulnerabilities/exchange.ts';
import type { RobotTest } from '../../../evidence/vulnerabilities/flaws/robot.ts';
import { isSupported } from '../../../tls/client/keys/suite-algorithms.ts';
import { failureInOrder } from '../exchange/in-order.ts';
import { type Negotiated, type Subject, newestWith, withoutHandshake } from '../exchange/subject.ts';
import { isRsaTransport } from './premaster.ts';
import { compareReactions, gapOf, rounds } from './rounds.ts';
import { type FlowQuestion, variantsOf } from './secrets.ts';

type Robot = Observed<RobotTest>;

/** Why identical answers are inconclusive: servers that hang, or require a client certificate, may never process the secret. */
async function gapInOrder(subject: Subject, negotiated: Negotiated, signal: AbortSignal): Promise<Robot | null> {
  const failure = await failureInOrder(subject, negotiated, signal);
  if (failure === null) return null;
  return unobserved(failure);
}

/** Stores one negotiation for each version and suite. */
function keep({ negotiations }: RobotTest, agreed: Negotiation): void {
  const isKept = negotiations.some(
    ({ suite, offered }) => suite === agreed.suite && offered.version === agreed.offered.version,
  );
  if (!isKept) negotiations.push(agreed);
}

/** Bleichenbacher's oracle (ROBOT): sends five premaster secrets, valid and invalid, which must all get the same answer. */
export async function testRobot(subject: Subject, signal: AbortSignal): Promise<Robot> {
  const usual = newestWith(subject.endpoint, (suite) => isRsaTransport(suite) && isSupported(suite));
  const negotiated = usual ?? newestWith(subject.endpoint, isRsaTransport);
  if (negotiated === null) return untested(withoutHandshake(subject.endpoint, 'no-rsa-key-exchange'));
  const test: RobotTest = { negotiations: [], flows: [] };
  let mayHaveGivenUp = false;
  const note: FlowQuestion['note'] = (negotiation, wantsCertificate) => {
    keep(test, negotiation);
    mayHaveGivenUp ||= wantsCertificate;
  };
  for (const flow of ['full', 'short'] as const) {
    const question = { subject, negotiated, flow, signal, note };
    // Several servers may share an address, of which only some are vulnerable: one round may be equal by chance.
    const firstRounds = flow === 'full' ? 2 : 1;
    const compared = await compareReactions(variantsOf(question), firstRounds);
    if (!('reactions' in compared)) {
      // The alert for the missing certificate races with the connection reset: the variation has another cause.
      const gap = mayHaveGivenUp ? await gapInOrder(subject, negotiated, signal) : null;
      return gap ?? unobserved(gapOf(compared));
    }
    // An alert is an answer; silence and a plain close may come before the secret is processed.
    if (flow === 'full' && compared.kind === 'alike') mayHaveGivenUp ||= compared.reaction[0]?.kind !== 'alert';
    const variants = [...compared.reactions].map(([flaw, acts]) => ({ flaw, reaction: [...acts] }));
    test.flows.push({ flow, rounds: compared.kind === 'alike' ? firstRounds : rounds, variants });
    if (compared.kind === 'different') return seen(test);
  }
  const gap = mayHaveGivenUp ? await gapInOrder(subject, negotiated, signal) : null;
  return gap ?? seen(test);
}
