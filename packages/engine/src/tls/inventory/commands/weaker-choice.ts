import { compareStrength, isAnonymous, isFiniteField, strengthOf } from '@perimeter/protocols/tls/registry/classify';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { seen, untested, unclear } from '../../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion } from '../../../evidence/tls/schema.ts';
import { curveSuites } from '../../client/hello/code-points.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import type { LegacyVersion } from '../negotiated.ts';
import { type ScanSession, untilTelling } from '../scan-session.ts';

/** The strongest and the weakest accepted suite, if their classes differ. */
function extremes(suites: readonly number[]): { strong: number; weak: number } | null {
  const known = suites.flatMap((code) => cipherSuites.get(code) ?? []);
  const ranked = known.toSorted((a, b) => compareStrength(strengthOf(b), strengthOf(a)));
  const [strong] = ranked;
  const weak = ranked.at(-1);
  if (strong === undefined || weak === undefined || strengthOf(strong) === strengthOf(weak)) return null;
  return { strong: strong.code, weak: weak.code };
}

type Choice = Pick<TlsEndpoint, 'choosesWeaker'>;

const choiceOf = (strong: number, weak: number, strongFirst: number, weakFirst: number): Choice => ({
  choosesWeaker: seen({
    weaker: strongFirst === weak,
    strong,
    weak,
    chosenWhenStrongFirst: strongFirst,
    chosenWhenWeakFirst: weakFirst,
  }),
});

/** Offers one strong and one weak suite in both orders. A server with its own order has shown its choice already. */
export async function scanWeakerChoice(
  session: ScanSession,
  { suites, order }: TlsVersion,
  version: LegacyVersion,
): Promise<Choice> {
  const pair = extremes(suites);
  if (pair === null) return { choosesWeaker: untested('suites-of-one-class') };
  const { strong, weak } = pair;
  if (order === 'server') {
    const preferred = suites.indexOf(strong) < suites.indexOf(weak) ? strong : weak;
    return choiceOf(strong, weak, preferred, preferred);
  }
  const orders = [
    [strong, weak],
    [weak, strong],
  ];
  const answers = await Promise.all(
    orders.map((offer) => session.client.ask({ version, suites: offer }, { keep: 'choosesWeaker' })),
  );
  const [strongFirst, weakFirst] = answers.map((answer) => (answer.kind === 'hello' ? answer.hello.suite : null));
  if (typeof strongFirst !== 'number' || typeof weakFirst !== 'number') {
    return { choosesWeaker: unclear('closed', 'two-suites-unanswered') };
  }
  return choiceOf(strong, weak, strongFirst, weakFirst);
}

/** Number of ephemeral handshakes compared to detect a reused value. */
const shareSamples = 3;

const missingOf = (samples: number): number => (samples === 0 ? 0 : Math.max(0, shareSamples - samples));

const isEphemeralField = (code: number): boolean => {
  const suite = cipherSuites.get(code);
  return suite !== undefined && isFiniteField(suite) && (suite.forwardSecrecy || isAnonymous(suite));
};

/** Makes more ephemeral exchanges where other commands made too few. */
export async function collectKeyShares(
  session: ScanSession,
  { suites }: TlsVersion,
  version: LegacyVersion,
): Promise<void> {
  const { exchanges } = session.transcript;
  const specs: HelloSpec[] = [
    ...Array.from({ length: missingOf(exchanges.curveSamples()) }, () => ({ version, suites: curveSuites })),
    ...Array.from({ length: missingOf(exchanges.fieldSamples()) }, () => ({
      version,
      suites: suites.filter(isEphemeralField),
    })),
  ];
  const enough = untilTelling(session);
  await Promise.all(specs.filter((spec) => spec.suites.length > 0).map((spec) => session.client.ask(spec, { enough })));
}
