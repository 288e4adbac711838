import { isAnonymous, isFiniteField, strengthOf } from '@perimeter/protocols/tls/classify';
import { cipherSuites, suiteHex } from '@perimeter/protocols/tls/suites';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import { seen, unseen } from '../../evidence/observed.ts';
import type { TlsVersion } from '../../evidence/tls.ts';
import type { Answer } from './answer.ts';
import { answerText } from './answer.ts';
import type { ProtocolQuest } from './application-protocols.ts';
import { maxProtocolQuestions, protocolOutcome } from './application-protocols.ts';
import {
  allCurveSuites,
  browserLikeSuites,
  curveSuites,
  legacyGroups,
  legacySchemes,
  legacySuites,
  weakSuites,
} from './code-points.ts';
import type { Ask } from './elimination.ts';
import { eliminateJointly, listOf } from './elimination.ts';
import type { HelloSpec } from './hello.ts';
import type { Interview } from './interview.ts';
import { ask, keepRaw, untilTelling } from './interview.ts';
import type { Choose } from './preference.ts';
import { confirmOrder, findPreference } from './preference.ts';
import type { AskSuites, SuiteElimination } from './suite-elimination.ts';
import { eliminateSuites } from './suite-elimination.ts';
import type { LegacyVersion } from './wave-zero.ts';

/** What to find out about a version up to TLS 1.2. */
export interface LegacyTask {
  version: LegacyVersion;
  first: Extract<Answer, { kind: 'hello' }>;
  /** full: every suite that has a name; weak-only: the first choice and the classes nobody wants. */
  enumeration: 'full' | 'weak-only';
  /** Application protocols that ride along, or null. */
  quest: ProtocolQuest | null;
}

/** A richer list is split among idle connections after so many questions. */
const serialSteps = { standard: 14, deep: 10 } as const;

function keepChoice(interview: Interview, version: LegacyVersion, suite: number, answer: Answer): void {
  const known = cipherSuites.get(suite);
  if (known === undefined || strengthOf(known) !== 'strong' || isFiniteField(known))
    keepRaw(interview, `${version} ${suiteHex(suite)}`, answer, true);
}

/** Asks for a choice among suites, with protocols that ride along; a refusal of the protocols is not one of the suites. */
function suiteAsker(interview: Interview, { version, quest }: LegacyTask, extra: Partial<HelloSpec> = {}): AskSuites {
  const enough = untilTelling(interview.observations);
  const once: AskSuites = async (offer) => {
    const protocols = quest?.offer() ?? [];
    const answer = await ask(interview, { version, suites: offer, protocols, ...extra }, { enough });
    if (quest?.take(protocols, protocolOutcome(answer)) === true) {
      keepRaw(interview, 'alpnRejectsUnknown', answer);
      return once(offer);
    }
    if (answer.kind === 'failed') return 'failed';
    if (answer.kind !== 'hello' || answer.hello.version !== wireVersions[version]) return null;
    if (!offer.includes(answer.hello.suite)) return 'failed';
    keepChoice(interview, version, answer.hello.suite, answer);
    return answer.hello.suite;
  };
  return once;
}

const chooser =
  (choose: AskSuites): Choose =>
  async (ordered) => {
    const picked = await choose(ordered);
    return picked === 'failed' ? null : picked;
  };

/** Finishes the protocols when the suites ran out first. */
async function finishQuest({ first, quest }: LegacyTask, choose: AskSuites): Promise<void> {
  if (quest === null) return;
  for (let turn = 0; turn < maxProtocolQuestions && quest.offer().length > 0; turn += 1) {
    if ((await choose([first.hello.suite, ...browserLikeSuites])) === 'failed') return;
  }
}

async function suitesOf(interview: Interview, task: LegacyTask): Promise<SuiteElimination> {
  const known = task.first.hello.suite;
  const pace = { idle: interview.line.idle, serialSteps: interview.isDeep ? serialSteps.deep : serialSteps.standard };
  const pool = (task.enumeration === 'full' ? legacySuites : weakSuites).filter((code) => code !== known);
  const plain = await eliminateSuites(pool, known, suiteAsker(interview, task), pace);
  if (task.version !== 'SSLv3' || task.enumeration !== 'full') return plain;
  // SSL 3.0 has no extensions, so that most servers take curves only from a hello that has them all the same.
  const withExtensions = suiteAsker(interview, { ...task, quest: null }, { withExtensions: true });
  const left = allCurveSuites.filter((code) => code !== known && !plain.found.includes(code));
  const curves = await eliminateSuites(left, known, withExtensions, pace);
  return {
    found: [...plain.found, ...curves.found],
    complete: plain.complete && curves.complete,
    serial: curves.found.length === 0 && plain.serial,
    steps: plain.steps,
  };
}

/** True when the first hello's choice stands before everything that was found later: it won against all of that. */
const firstIsBest = (found: readonly number[]): boolean => found.every((code) => browserLikeSuites.includes(code));

type Order = Pick<TlsVersion, 'suites' | 'preference' | 'order'>;

async function orderOf(interview: Interview, task: LegacyTask, elimination: SuiteElimination): Promise<Order> {
  const discovered = [task.first.hello.suite, ...elimination.found];
  const hasCurvesApart = task.version === 'SSLv3' && discovered.some((code) => allCurveSuites.includes(code));
  const choose = chooser(
    suiteAsker(interview, { ...task, quest: null }, hasCurvesApart ? { withExtensions: true } : {}),
  );
  const preference = await findPreference(discovered, elimination.steps, choose);
  if (!preference.known || preference.value === 'client') return { suites: discovered, preference };
  if (elimination.serial && firstIsBest(elimination.found)) return { suites: discovered, preference, order: 'server' };
  const confirmed = elimination.complete ? await confirmOrder(discovered, choose) : null;
  return confirmed === null ? { suites: discovered, preference } : { suites: confirmed, preference, order: 'server' };
}

type Groups = Pick<
  TlsVersion,
  'groups' | 'groupPreference' | 'groupsEnumerated' | 'signatureSchemes' | 'signatureSchemesEnumerated'
>;

const notEnumerated = (interview: Interview, version: LegacyVersion): Groups => ({
  groups: interview.observations.exchanges.groupsOf(version),
  groupPreference: unseen('not-tested', 'Groups of this version were not enumerated'),
  groupsEnumerated: false,
  signatureSchemes: interview.observations.exchanges.schemesOf(version),
  signatureSchemesEnumerated: false,
});

/** Groups and signature schemes, each answer striking one of both; suites stay as they are, so the order of suites is not disturbed. */
async function groupsOf(interview: Interview, { version, first }: LegacyTask): Promise<Groups> {
  const exchange = first.flight.serverKeyExchange;
  const suites = curveSuites;
  const groups = listOf(legacyGroups, [exchange?.kind === 'named-curve' ? exchange.group : null]);
  const scheme = typeof exchange?.signature === 'number' ? exchange.signature : null;
  const schemes = listOf(legacySchemes, [scheme]);
  const enough = untilTelling(interview.observations);
  const askGroups = async (offered: readonly number[], offeredSchemes: readonly number[]) =>
    ask(interview, { version, suites, groups: offered, schemes: offeredSchemes }, { enough });
  const offer: Ask = async (offerOf) => {
    const answer = await askGroups(offerOf(groups), offerOf(schemes));
    if (answer.kind === 'failed') return { kind: 'failed' };
    if (answer.kind !== 'hello' || answer.hello.version !== wireVersions[version]) return { kind: 'refused' };
    const read = answer.flight.serverKeyExchange;
    if (read === null) return { kind: 'failed' };
    const picks = new Map<typeof groups, number>();
    if (read.kind === 'named-curve') picks.set(groups, read.group);
    if (typeof read.signature === 'number') picks.set(schemes, read.signature);
    return { kind: 'picked', picks };
  };
  const hasSchemes = version === 'TLSv1.2';
  const required = interview.isDeep && hasSchemes ? [groups, schemes] : [groups];
  await eliminateJointly({ required, companions: hasSchemes && !interview.isDeep ? [schemes] : [] }, offer);
  const choose: Choose = async (ordered) => {
    const answer = await askGroups(ordered, legacySchemes);
    const read = answer.kind === 'hello' ? answer.flight.serverKeyExchange : null;
    return read?.kind === 'named-curve' ? read.group : null;
  };
  return {
    groups: groups.found,
    groupPreference: await findPreference(groups.found, groups.steps, choose),
    groupsEnumerated: groups.state === 'complete',
    signatureSchemes: [...new Set([...schemes.found, ...interview.observations.exchanges.schemesOf(version)])],
    signatureSchemesEnumerated: hasSchemes && schemes.state === 'complete',
  };
}

/** True where the server took a curve from the first hello, or may have taken another exchange only because it prefers it. */
function mayUseCurves({ first, enumeration }: LegacyTask): boolean {
  const suite = cipherSuites.get(first.hello.suite);
  return enumeration === 'full' && suite !== undefined && !isAnonymous(suite);
}

/** Enumerates a version that was accepted. */
export async function enumerateLegacy(interview: Interview, task: LegacyTask): Promise<TlsVersion> {
  const { version, first, enumeration } = task;
  const { line, observations } = interview;
  keepChoice(interview, version, first.hello.suite, first);
  const [{ order, complete }, groups] = await Promise.all([
    line.chain(async () => {
      const elimination = await suitesOf(interview, task);
      await finishQuest(task, suiteAsker(interview, task));
      return { order: await orderOf(interview, task, elimination), complete: elimination.complete };
    }),
    mayUseCurves(task) && version !== 'SSLv3' ? line.chain(() => groupsOf(interview, task)) : null,
  ]);
  return {
    version,
    accepted: seen(true),
    evidence: answerText(first),
    ...order,
    enumeration,
    complete,
    ...(groups ?? notEnumerated(interview, version)),
    dh: observations.exchanges.dhOf(version),
  };
}
