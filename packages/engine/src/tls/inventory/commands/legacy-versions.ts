import { allCurveSuites, fieldSuites } from '../../client/hello/code-points.ts';
import { legacyFacts } from '../hello-facts.ts';
import { enumerateTls12 } from '../enumeration/tls12-enumeration.ts';
import { choiceName } from '../enumeration/tls12-offers.ts';
import { tellingAnswer } from './telling-answer.ts';
import type { Learned } from '../learned.ts';
import type { NegotiatedVersion } from '../negotiated.ts';
import { rawOf } from '../observed/transcript.ts';
import type { FirstResults } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { type AlpnScan, createAlpnScan, protocolOutcome } from '../enumeration/application-protocols.ts';
import { collectKeyShares, scanWeakerChoice } from './weaker-choice.ts';

/** The raw answer that chose the first suite. */
function firstChoice({ version, first }: NegotiatedVersion): Record<string, string> {
  const name = choiceName(version, first.hello.suite);
  return name === null ? {} : rawOf(first, name);
}

/** The newest version up to TLS 1.2: its lists, then dependent facts. */
async function scanNewest(session: ScanSession, best: NegotiatedVersion, alpn: AlpnScan): Promise<Learned> {
  const { isBare } = session.client.style;
  const version = await enumerateTls12(session, {
    ...best,
    withGroups: !isBare,
    alpn: isBare ? null : alpn,
    wantsFields: () => Promise.resolve(true),
  });
  const [facts] = await Promise.all([
    scanWeakerChoice(session, version, best.version),
    collectKeyShares(session, version, best.version),
  ]);
  return { versions: [version], facts, raw: firstChoice(best) };
}

/**
 * A version below the newest, null where there is none. All versions share one setting of groups, so that these are
 * enumerated again in deep mode only.
 */
export async function scanOlder(
  session: ScanSession,
  older: NegotiatedVersion,
  newest: Promise<Learned | null>,
): Promise<Learned> {
  const { isDeep, client } = session;
  const newestHas = async (suites: readonly number[]): Promise<boolean> => {
    const [known] = (await newest)?.versions ?? [];
    return known === undefined || known.suites.some((code) => suites.includes(code));
  };
  const version = await enumerateTls12(session, {
    ...older,
    withGroups: isDeep && !client.style.isBare,
    alpn: null,
    wantsFields: () => newestHas(fieldSuites),
    hasCurves: () => newestHas(allCurveSuites),
  });
  return { versions: [version], raw: firstChoice(older) };
}

/** Enumerates the accepted versions up to TLS 1.2, and the application protocols with the newest. */
export async function scanLegacyVersions(session: ScanSession, { negotiated }: FirstResults): Promise<Learned> {
  const [best, ...older] = negotiated.legacy;
  const alpn = createAlpnScan();
  if (best === undefined) {
    const protocols = negotiated.tls13 === null ? alpn.facts() : {};
    return { facts: { ...legacyFacts(null), ...protocols } };
  }
  const telling = await tellingAnswer(session, best);
  alpn.take(telling.echoes.offer.protocols, protocolOutcome(telling));
  const newest = scanNewest(session, best, alpn);
  const all = await Promise.all([newest, ...older.map((one) => scanOlder(session, one, newest))]);
  return {
    versions: all.flatMap(({ versions }) => versions ?? []),
    raw: Object.assign({}, ...all.map(({ raw }) => raw)),
    facts: {
      ...legacyFacts(telling),
      ...all[0].facts,
      ...(session.client.style.isBare ? {} : alpn.facts()),
    },
  };
}
