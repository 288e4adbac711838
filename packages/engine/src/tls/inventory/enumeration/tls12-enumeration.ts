import { srpUser } from '@perimeter/protocols/tls/client-extensions';
import { isFiniteField, strengthOf } from '@perimeter/protocols/tls/classify';
import { cipherSuites, suiteHex } from '@perimeter/protocols/tls/suites';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import { seen } from '../../../evidence/observed.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import type { Answer } from '../../client/answer.ts';
import { answerText } from '../../client/answer.ts';
import type { ProtocolQuest } from '../commands/application-protocols.ts';
import { maxProtocolQuestions, protocolOutcome } from '../commands/application-protocols.ts';
import {
  allCurveSuites,
  browserLikeGroups,
  browserLikeSuites,
  fieldGroups,
  fieldSuites,
  firstSuitesOf,
  legacySuites,
  srpSuites,
  weakSuites,
} from '../../client/hello/code-points.ts';
import type { List } from './elimination.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import type { Interview } from '../scan-session.ts';
import { ask, keepRaw, untilTelling } from '../scan-session.ts';
import type { Groups } from './tls12-groups.ts';
import { curveSuitesIn, enumerateGroups, groupListOf, groupsByTheWay, groupsSeen, noteGroup } from './tls12-groups.ts';
import type { Choose } from './preference.ts';
import { confirmOrder, findPreference } from './preference.ts';
import type { HelloAnswer } from '../negotiated.ts';
import type { AskSuites, EliminationPace, SuiteElimination } from './suite-elimination.ts';
import { eliminateSuites } from './suite-elimination.ts';
import type { LegacyVersion } from '../first-handshakes.ts';

/** What to find out about a version up to TLS 1.2. */
export interface LegacyTask {
  version: LegacyVersion;
  first: HelloAnswer;
  /** full: every suite that has a name; weak-only: the first choice and the classes nobody wants. */
  enumeration: 'full' | 'weak-only';
  /** Groups are taken apart; else they are listed as far as other answers show them. */
  withGroups: boolean;
  /** Application protocols that ride along, or null. */
  quest: ProtocolQuest | null;
  /** Whether to ask for DHE suites that are taken from clients that name their fields alone. */
  wantsFields: () => Promise<boolean>;
  /** SSL 3.0 only: whether the server has curve suites at all, so that it is worth asking for them here. */
  hasCurves?: () => Promise<boolean>;
}

/** A richer list is split among idle connections after so many questions. */
const serialSteps = { standard: 20, deep: 24 } as const;

function keepChoice(interview: Interview, version: LegacyVersion, suite: number, answer: Answer): void {
  const known = cipherSuites.get(suite);
  if (known === undefined || strengthOf(known) !== 'strong' || isFiniteField(known))
    keepRaw(interview, `${version} ${suiteHex(suite)}`, answer, true);
}

/** Asks for a choice among suites, with protocols and groups that ride along; a refusal of the protocols is not one of the suites. */
function suiteAsker(
  interview: Interview,
  { version, quest }: LegacyTask,
  groups: List,
  extra: Partial<HelloSpec> = {},
): AskSuites {
  const enough = untilTelling(interview.observations);
  const once: AskSuites = async (offer) => {
    const protocols = quest?.offer() ?? [];
    const byTheWay = groupsByTheWay(groups);
    const spec = { version, suites: offer, groups: byTheWay, protocols, ...extra };
    const answer = await ask(interview, spec, { enough });
    if (quest?.take(protocols, protocolOutcome(answer)) === true) {
      keepRaw(interview, 'alpnRejectsUnknown', answer);
      return once(offer);
    }
    if (answer.kind === 'failed') return 'failed';
    if (answer.kind !== 'hello' || answer.hello.version !== wireVersions[version]) return null;
    if (!offer.includes(answer.hello.suite)) return 'failed';
    noteGroup(groups, byTheWay, answer);
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

/** One result of two; what was found later has no place in the order. */
const joined = (first: SuiteElimination, second: SuiteElimination): SuiteElimination => ({
  found: [...first.found, ...second.found],
  complete: first.complete && second.complete,
  serial: second.found.length === 0 && first.serial,
  steps: first.steps,
});

/** DHE suites that a server takes only from clients that name a field it knows (RFC 7919 section 4): one question, unless there are any. */
async function withNamedFields(
  interview: Interview,
  task: LegacyTask,
  groups: List,
  pace: EliminationPace,
  plain: Promise<SuiteElimination>,
): Promise<SuiteElimination> {
  const known = task.first.hello.suite;
  if (task.version === 'SSLv3' || interview.style.isBare || !(await task.wantsFields())) return plain;
  const choose = suiteAsker(interview, { ...task, quest: null }, groups, {
    groups: [...browserLikeGroups, ...fieldGroups],
  });
  const [picked, found] = await Promise.all([choose(fieldSuites), plain]);
  if (picked === 'failed') return { ...found, complete: false };
  if (picked === null || picked === known || found.found.includes(picked)) return found;
  interview.style.namesFields = true;
  const left = fieldSuites.filter((code) => code !== known && code !== picked && !found.found.includes(code));
  const fields = await eliminateSuites(left, known, choose, pace);
  return joined(found, { ...fields, found: [picked, ...fields.found] });
}

/** What a hello says that offers suites for named users: a name that a server may well pretend to know. */
const named: Partial<HelloSpec> = { extras: [srpUser('perimeter')] };

const needsName = (code: number): boolean => srpSuites.includes(code);

/** Suites that take named users alone, in hellos of their own. */
async function withUserName(
  interview: Interview,
  task: LegacyTask,
  groups: List,
  pace: EliminationPace,
): Promise<SuiteElimination> {
  const choose = suiteAsker(interview, { ...task, quest: null }, groups, named);
  return eliminateSuites(srpSuites, task.first.hello.suite, choose, pace);
}

/** SSL 3.0 has no extensions, so that most servers take curves only from a hello that has them all the same. */
async function withCurvesApart(
  interview: Interview,
  task: LegacyTask,
  groups: List,
  pace: EliminationPace,
  plain: SuiteElimination,
): Promise<SuiteElimination> {
  if ((await task.hasCurves?.()) === false) return plain;
  const choose = suiteAsker(interview, { ...task, quest: null }, groups, { withExtensions: true });
  const known = task.first.hello.suite;
  const left = allCurveSuites.filter((code) => code !== known && !plain.found.includes(code));
  return joined(plain, await eliminateSuites(left, known, choose, pace));
}

async function suitesOf(interview: Interview, task: LegacyTask, groups: List): Promise<SuiteElimination> {
  const known = task.first.hello.suite;
  const pace = { idle: interview.line.idle, serialSteps: interview.isDeep ? serialSteps.deep : serialSteps.standard };
  const pool = (task.enumeration === 'full' ? legacySuites : weakSuites).filter((code) => code !== known);
  const eliminated = eliminateSuites(pool, known, suiteAsker(interview, task, groups), pace);
  const asking = withNamedFields(interview, task, groups, pace, eliminated);
  if (task.enumeration !== 'full') return asking;
  if (task.version === 'SSLv3') return withCurvesApart(interview, task, groups, pace, await asking);
  if (interview.style.isBare) return asking;
  const [plain, users] = await Promise.all([asking, withUserName(interview, task, groups, pace)]);
  // Silence to a name is no answer about the other suites: their list is whole without it.
  return users.found.length === 0 ? plain : joined(plain, users);
}

type Order = Pick<TlsVersion, 'suites' | 'preference' | 'order'>;

/** The order in which a server that has one of its own wants its suites, where it costs little to know. */
async function serverOrder(
  interview: Interview,
  { version }: LegacyTask,
  discovered: readonly number[],
  { serial, complete }: SuiteElimination,
  choose: Choose,
): Promise<number[] | null> {
  const [first = 0, ...others] = discovered;
  if (serial) {
    const firstOffer = firstSuitesOf(version);
    // What was found later stands in order; the first was chosen from fewer, and has won against those.
    if (others.every((code) => firstOffer.includes(code))) return [...discovered];
    if ((await choose([...others.toReversed(), first])) === first) return [...discovered];
  }
  return interview.isDeep && complete ? confirmOrder(discovered, choose) : null;
}

async function orderOf(
  interview: Interview,
  task: LegacyTask,
  elimination: SuiteElimination,
  groups: List,
): Promise<Order> {
  const discovered = [task.first.hello.suite, ...elimination.found];
  const hasCurvesApart = task.version === 'SSLv3' && discovered.some((code) => allCurveSuites.includes(code));
  const apart = hasCurvesApart ? { withExtensions: true } : discovered.some(needsName) ? named : {};
  const choose = chooser(suiteAsker(interview, { ...task, quest: null }, groups, apart));
  const preference = await findPreference(discovered, elimination.steps, choose);
  if (!preference.known || preference.value === 'client') return { suites: discovered, preference };
  const ordered = await serverOrder(interview, task, discovered, elimination, choose);
  return ordered === null ? { suites: discovered, preference } : { suites: ordered, preference, order: 'server' };
}

/**
 * Groups, beside the suites where the first answer used one. Elsewhere the suites decide whether there is anything to ask:
 * a server may have chosen another exchange because it prefers it, or because it has no curves.
 */
async function groupsOf(
  interview: Interview,
  task: LegacyTask,
  groups: List,
  suites: Promise<SuiteElimination>,
): Promise<Groups> {
  const { version, first, withGroups } = task;
  const isAsked = withGroups && version !== 'SSLv3';
  if (isAsked && curveSuitesIn([first.hello.suite]).length > 0) {
    return interview.line.chain(() => enumerateGroups(interview, task, groups));
  }
  const { found, complete } = await suites;
  const curved = curveSuitesIn(found);
  if (!isAsked || curved.length === 0) return groupsSeen(interview, version, isAsked && complete);
  return interview.line.chain(() => enumerateGroups(interview, task, groups, curved));
}

/** Enumerates a version that was accepted. */
export async function enumerateLegacy(interview: Interview, task: LegacyTask): Promise<TlsVersion> {
  const { version, first, enumeration } = task;
  const { line, observations } = interview;
  const groups = groupListOf(first);
  keepChoice(interview, version, first.hello.suite, first);
  const eliminated = line.chain(() => suitesOf(interview, task, groups));
  const ordered = eliminated.then((elimination) =>
    line.chain(async () => {
      await finishQuest(task, suiteAsker(interview, task, groups));
      return orderOf(interview, task, elimination, groups);
    }),
  );
  const [{ complete }, order, known] = await Promise.all([
    eliminated,
    ordered,
    groupsOf(interview, task, groups, eliminated),
  ]);
  return {
    version,
    accepted: seen(true),
    evidence: answerText(first),
    ...order,
    enumeration,
    complete,
    ...known,
    dh: observations.exchanges.dhOf(version),
  };
}
