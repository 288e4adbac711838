import { seen } from '../../../evidence/observed.ts';
import { preferredOnly } from '../endpoint-evidence.ts';
import { downgradeSentinelOf, legacyFacts, partialHandshakeFacts } from '../hello-facts.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { listSuites } from '../enumeration/tls12-enumeration.ts';
import { protocolOutcome } from '../enumeration/application-protocols.ts';
import { tellingAnswer } from './telling-answer.ts';
import type { Learned } from '../learned.ts';
import type { HelloAnswer, Negotiated } from '../negotiated.ts';
import type { FirstResults, ScanCommand } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { scanPartialHandshake } from './partial-handshakes.ts';

function protocolsIn(answer: HelloAnswer | undefined): NonNullable<Learned['facts']> {
  if (answer === undefined) return {};
  const outcome = protocolOutcome(answer);
  if (outcome.kind !== 'selected') return {};
  const selected = outcome.protocol === null ? [] : [outcome.protocol];
  return { alpn: seen({ offered: [...answer.echoes.offer.protocols], selected }) };
}

/** What the evidence says of the accepted versions up to TLS 1.2. */
type ListVersions = (session: ScanSession, legacy: Negotiated['legacy']) => Promise<TlsVersion[]>;

/** The suites of the accepted versions up to TLS 1.2: an address may accept weak ones that the first one refuses. */
export function listLegacySuites(session: ScanSession, legacy: Negotiated['legacy']): Promise<TlsVersion[]> {
  const yes = (): Promise<boolean> => Promise.resolve(true);
  return Promise.all(
    legacy.map((one) => listSuites(session, { ...one, withGroups: false, alpn: null, wantsFields: yes })),
  );
}

/** The accepted versions up to TLS 1.2 with the suite that the first answer chose. */
export const onlyPreferred: ListVersions = (_, legacy) =>
  Promise.resolve(legacy.map(({ version, first }) => preferredOnly(version, first)));

export async function readFirstChoices(
  session: ScanSession,
  { negotiated, answers }: FirstResults,
  list: ListVersions,
): Promise<Learned> {
  const { legacy, tls13 } = negotiated;
  const [best] = legacy;
  const telling = best === undefined ? undefined : await tellingAnswer(session, best);
  const [handshakes, listed] = await Promise.all([
    best === undefined && tls13 !== null ? scanPartialHandshake(session) : null,
    list(session, legacy),
  ]);
  return {
    versions: [...listed, ...(tls13 === null ? [] : [preferredOnly('TLSv1.3', tls13)])],
    chains: handshakes?.chains ?? [],
    facts: {
      ...(telling === undefined ? {} : legacyFacts(telling)),
      ...partialHandshakeFacts(handshakes?.partial ?? null),
      ...protocolsIn(telling),
      downgradeSentinel: downgradeSentinelOf(answers.get('TLSv1.2'), tls13 !== null),
    },
  };
}

/** What the first answers show, the accepted versions as listed, and the chain where no answer shows it. */
export const firstChoices = (list: ListVersions): ScanCommand => ({
  name: 'first-choices',
  run: (session, first) => readFirstChoices(session, first, list),
});
