import { extensionTypes } from '@perimeter/protocols/tls/extensions';
import { seen, unseen } from '../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion, TlsVersionName } from '../../evidence/tls/schema.ts';
import type { ProtocolQuest } from './commands/application-protocols.ts';
import { createProtocolQuest, protocolOutcome } from './commands/application-protocols.ts';
import { askHalves } from './commands/chains.ts';
import { simulateClients } from './commands/client-simulation.ts';
import { allCurveSuites, fieldSuites } from '../client/hello/code-points.ts';
import { clientCertificateIn, halfFacts, legacyFacts, withReasonForFailures } from './endpoint-evidence.ts';
import type { Interview } from './scan-session.ts';
import { enumerateLegacy } from './enumeration/tls12-enumeration.ts';
import { askPlatform } from './commands/platform.ts';
import * as questions from './commands/commands.ts';
import type { LegacySpoken, Spoken } from './negotiated.ts';
import { spokenIn } from './negotiated.ts';
import { enumerate13 } from './enumeration/tls13-enumeration.ts';
import type { FirstAnswers } from './first-handshakes.ts';
import { firstProtocols } from './first-handshakes.ts';

type Facts = Partial<TlsEndpoint>;

/** What a full interview brings: the accepted versions that have a ClientHello, and everything else that was asked. */
export interface FullAnswers {
  versions: TlsVersion[];
  facts: Facts;
}

/** Whether the server gives tickets under TLS 1.2: it says so in its first answer, which had asked for one. */
const givesTickets = ({ first, version }: LegacySpoken): boolean =>
  version === 'TLSv1.2' && first.hello.extensions.has(extensionTypes.sessionTicket);

/**
 * What the platform's handshake told. Where it failed, a server without TLS 1.3 that was offered session_ticket and did not
 * echo it is still known to give no tickets (RFC 5077 section 3.2).
 */
async function askPlatformAbout(
  interview: Interview,
  has12: boolean,
  { legacy: [best], tls13 }: Spoken,
): Promise<Facts> {
  const facts = await askPlatform(interview, has12, tls13 !== null);
  const mayGive = tls13 !== null || best?.first.hello.extensions.has(extensionTypes.sessionTicket) !== false;
  if (facts.tickets?.known === true || mayGive) return facts;
  return { ...facts, tickets: seen({ tls12LifetimeHint: null, tls13Lifetime: null }) };
}

/** The version to fall back to: the second newest, which may have been accepted at a second try only. */
async function fallbackVersion(
  { legacy: [best, lower], tls13 }: Spoken,
  second: Promise<FirstAnswers>,
): Promise<LegacySpoken['version'] | null> {
  const first = tls13 === null ? lower : best;
  if (first !== undefined) return first.version;
  const late = spokenIn(await second).legacy.find(({ version }) => version !== best?.version);
  return late?.version ?? null;
}

/** Questions that do not wait for the enumeration of a version. */
function sideQuestions(interview: Interview, spoken: Spoken, second: Promise<FirstAnswers>): Promise<Facts>[] {
  const {
    legacy: [best],
    tls13,
  } = spoken;
  const newest = tls13 === null ? best?.version : 'TLSv1.3';
  if (newest === undefined) return [];
  const { isBare } = interview.style;
  const has12 = best?.version === 'TLSv1.2' && (interview.isDeep || tls13 === null || givesTickets(best));
  return [
    fallbackVersion(spoken, second).then((version) => questions.askFallback(interview, version)),
    interview.isDeep
      ? questions.askGrease(interview, newest)
      : Promise.resolve({ greaseTolerant: unseen('not-tested', 'Asked in deep mode only') }),
    best?.version === 'TLSv1.2' && !isBare
      ? questions.askWeakSignature(interview)
      : Promise.resolve({ weakSignature: unseen('not-tested', 'Schemes are negotiated in clear in TLS 1.2 only') }),
    ...(tls13 === null && !isBare ? [questions.askLargeHello(interview, newest)] : []),
    askPlatformAbout(interview, has12, spoken),
    simulateClients(interview),
  ];
}

/** The best older version: its lists, then what only its lists make possible. */
async function askBest(
  interview: Interview,
  best: LegacySpoken,
  quest: ProtocolQuest,
): Promise<{ version: TlsVersion; facts: Facts }> {
  const { isBare } = interview.style;
  const wantsFields = () => Promise.resolve(true);
  const task = {
    ...best,
    enumeration: 'full',
    withGroups: !isBare,
    quest: isBare ? null : quest,
    wantsFields,
  } as const;
  const version = await enumerateLegacy(interview, task);
  const [facts] = await Promise.all([
    questions.askWeakerChoice(interview, version, best.version),
    questions.askForShares(interview, version, best.version),
  ]);
  return { version, facts };
}

/** Versions below the best. All share one setting of groups, so that these are asked for again in deep mode only. */
const enumerateOlder = (
  interview: Interview,
  task: LegacySpoken,
  best: Promise<{ version: TlsVersion } | null>,
): Promise<TlsVersion> =>
  enumerateLegacy(interview, {
    ...task,
    enumeration: 'full',
    withGroups: interview.isDeep && !interview.style.isBare,
    quest: null,
    wantsFields: async () => {
      const known = await best;
      return known === null || known.version.suites.some((code) => fieldSuites.includes(code));
    },
    hasCurves: async () => {
      const known = await best;
      return known === null || known.version.suites.some((code) => allCurveSuites.includes(code));
    },
  });

/** Versions that were accepted only at a later try. */
export async function askLate(
  interview: Interview,
  known: ReadonlySet<TlsVersionName>,
  late: FirstAnswers,
): Promise<TlsVersion[]> {
  const { legacy, tls13 } = spokenIn(late);
  const older = legacy
    .filter(({ version }) => !known.has(version))
    .map((task) => enumerateOlder(interview, task, Promise.resolve(null)));
  const late13 = tls13 === null || known.has('TLSv1.3') ? [] : [enumerate13(interview, tls13, Promise.resolve(null))];
  return Promise.all([...older, ...late13]);
}

async function ask13(
  interview: Interview,
  { tls13, legacy }: Spoken,
  quest: ProtocolQuest,
): Promise<{ versions: TlsVersion[]; facts: Facts }> {
  if (tls13 === null) return { versions: [], facts: {} };
  const asking = askHalves(interview, legacy.length === 0 ? quest : null, tls13.hello.group);
  const [version, { half, tookLarge }] = await Promise.all([
    enumerate13(
      interview,
      tls13,
      asking.then((halves) => halves.half),
    ),
    asking,
  ]);
  const large = tookLarge ? { largeHello: seen(true) } : await questions.askLargeHello(interview, 'TLSv1.3');
  const isUnnamed = half !== null && half.scheme !== null && version.signatureSchemes.length === 0;
  return {
    versions: [isUnnamed ? { ...version, signatureSchemes: [half.scheme ?? 0] } : version],
    facts: { ...halfFacts(half), ...large },
  };
}

function factsOfAll({ observations }: Interview, hasLegacy: boolean): Facts {
  if (!hasLegacy) return {};
  return {
    encryptThenMac: observations.encryptThenMac(),
    keyShareReuse: observations.exchanges.keyShareReuse(),
    gmtUnixTime: observations.gmtUnixTime(),
  };
}

/** Asks everything: lists of the accepted versions, and beside them the questions that need one hello each. */
export async function askInFull(
  interview: Interview,
  spoken: Spoken,
  first: FirstAnswers,
  second: Promise<FirstAnswers>,
): Promise<FullAnswers> {
  const [best, ...older] = spoken.legacy;
  const quest = createProtocolQuest();
  if (best !== undefined) quest.take(firstProtocols, protocolOutcome(best.first));
  const known = new Set<TlsVersionName>([
    ...spoken.legacy.map(({ version }) => version),
    ...(spoken.tls13 === null ? [] : ['TLSv1.3' as const]),
  ]);
  const askingBest = best === undefined ? Promise.resolve(null) : askBest(interview, best, quest);
  const [bestAnswers, answers13, olderVersions, lateVersions, ...sides] = await Promise.all([
    askingBest,
    ask13(interview, spoken, quest),
    Promise.all(older.map((task) => enumerateOlder(interview, task, askingBest))),
    second.then((late) => askLate(interview, known, late)),
    ...sideQuestions(interview, spoken, second),
  ]);
  const versions = [
    ...(bestAnswers === null ? [] : [bestAnswers.version]),
    ...olderVersions,
    ...lateVersions,
    ...answers13.versions,
  ];
  const facts12 = legacyFacts(best?.first ?? null);
  const facts = Object.assign(
    { ...facts12 },
    ...sides,
    bestAnswers?.facts ?? {},
    answers13.facts,
    clientCertificateIn(facts12, answers13.facts),
    interview.style.isBare ? {} : quest.facts(),
    factsOfAll(interview, best !== undefined),
    { downgradeSentinel: questions.downgradeSentinelOf(first.get('TLSv1.2'), spoken.tls13 !== null) },
    explicitCurvesOf(interview, bestAnswers?.version),
  );
  return { versions, facts: withReasonForFailures(facts, interview.style) };
}

/** The last question of an interview, and whether the server has answered it: refusals before it are then refusals. */
export async function askAtTheEnd(
  interview: Interview,
  { legacy: [best], tls13 }: Spoken,
): Promise<{ facts: Facts; controlPassed: boolean }> {
  const version = best?.version ?? (tls13 === null ? null : ('TLSv1.3' as const));
  if (version === null) return { facts: {}, controlPassed: await interview.line.control() };
  const { facts, isAnswered } = await questions.askWithoutServerName(interview, version);
  return { facts, controlPassed: isAnswered || (await interview.line.control()) };
}

/** Explicit curves stand among the groups that were offered; where those were not taken apart, nothing is known. */
function explicitCurvesOf({ observations }: Interview, best: TlsVersion | undefined): Facts {
  if (observations.exchanges.explicitCurves()) return { explicitCurves: { known: true, value: true } };
  if (best?.groupsEnumerated !== true)
    return { explicitCurves: unseen('not-tested', 'Groups before TLS 1.3 were not enumerated') };
  return { explicitCurves: { known: true, value: false } };
}
