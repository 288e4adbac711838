import { seen } from '../../../evidence/observed.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { shownAnswer } from '../../client/answer.ts';
import { browserLikeSuites, firstSuitesOf } from '../../client/hello/code-points.ts';
import { preferredOnly } from '../endpoint-evidence.ts';
import { maxAlpnAttempts } from './application-protocols.ts';
import type { ScanSession } from '../scan-session.ts';
import type { List } from './elimination.ts';
import { type Choose, confirmOrder, findPreference } from './preference.ts';
import { type OfferSuites, type SuiteElimination, hasFailed, listEnd } from './suite-elimination.ts';
import { type Groups, curveSuitesIn, enumerateGroups, groupListOf, groupsSeen } from './tls12-groups.ts';
import { type EnumerationTask, suiteOffers } from './tls12-offers.ts';
import { enumerateSuites, extraFor } from './tls12-suites.ts';

const chooserOf =
  (offers: OfferSuites): Choose =>
  async (ordered) => {
    const picked = await offers(ordered);
    return hasFailed(picked) ? null : picked;
  };

/** Completes the application protocols where the suites ended first. */
async function finishAlpn({ first, alpn }: EnumerationTask, offers: OfferSuites): Promise<void> {
  if (alpn === null) return;
  for (let turn = 0; turn < maxAlpnAttempts && alpn.offer().length > 0; turn += 1) {
    if (hasFailed(await offers([first.hello.suite, ...browserLikeSuites]))) return;
  }
}

type Order = Pick<TlsVersion, 'suites' | 'preference' | 'order'>;

/** The order of a server that imposes its own, if it takes few hellos. */
async function serverOrder(
  { isDeep }: ScanSession,
  { version }: EnumerationTask,
  discovered: readonly number[],
  { serial, cuts }: SuiteElimination,
  choose: Choose,
): Promise<number[] | null> {
  const [first = 0, ...others] = discovered;
  if (serial) {
    const firstOffer = firstSuitesOf(version);
    // Later suites are in order; the first was chosen from fewer suites, and won against those.
    if (others.every((code) => firstOffer.includes(code))) return [...discovered];
    if ((await choose([...others.toReversed(), first])) === first) return [...discovered];
  }
  return isDeep && cuts.length === 0 ? confirmOrder(discovered, choose) : null;
}

async function orderOf(
  session: ScanSession,
  task: EnumerationTask,
  elimination: SuiteElimination,
  groups: List,
): Promise<Order> {
  const suites = [task.first.hello.suite, ...elimination.found];
  const choose = chooserOf(suiteOffers(session, { ...task, alpn: null }, groups, extraFor(task, suites)));
  const preference = await findPreference(suites, elimination.steps, choose);
  if (!preference.known || preference.value === 'client') return { suites, preference };
  const ordered = await serverOrder(session, task, suites, elimination, choose);
  return ordered === null ? { suites, preference } : { suites: ordered, preference, order: 'server' };
}

/**
 * Groups, concurrently with suites where the first answer used one. Otherwise the suites show whether there are any: a
 * server may prefer another key exchange, or support no curves.
 */
async function groupsOf(
  session: ScanSession,
  task: EnumerationTask,
  groups: List,
  suites: Promise<SuiteElimination>,
): Promise<Groups> {
  const { version, first, withGroups } = task;
  const { connection } = session.client;
  const isAsked = withGroups && version !== 'SSLv3';
  if (isAsked && curveSuitesIn([first.hello.suite]).length > 0)
    return connection.chain(() => enumerateGroups(session, task, groups));
  const { found, cuts } = await suites;
  const curved = curveSuitesIn(found);
  if (!isAsked || curved.length === 0) return groupsSeen(session, version, isAsked && cuts.length === 0);
  return connection.chain(() => enumerateGroups(session, task, groups, curved));
}

/** Enumerates a version up to TLS 1.2 that was accepted. */
export async function enumerateTls12(session: ScanSession, task: EnumerationTask): Promise<TlsVersion> {
  const { version, first } = task;
  const { connection } = session.client;
  const groups = groupListOf(first);
  const eliminating = connection.chain(() => enumerateSuites(session, task, groups));
  const ordering = eliminating.then((elimination) =>
    connection.chain(async () => {
      await finishAlpn(task, suiteOffers(session, task, groups));
      return orderOf(session, task, elimination, groups);
    }),
  );
  const [{ cuts }, order, known] = await Promise.all([
    eliminating,
    ordering,
    groupsOf(session, task, groups, eliminating),
  ]);
  return {
    version,
    accepted: seen(true),
    evidence: shownAnswer(first),
    ...order,
    enumeration: 'full',
    ...listEnd(cuts),
    ...known,
    dh: session.transcript.exchanges.dhOf(version),
  };
}

/** The suites of an accepted version and their fields; neither order nor groups, which one address shows for all. */
export async function listSuites(session: ScanSession, task: EnumerationTask): Promise<TlsVersion> {
  const { version, first } = task;
  const groups = groupListOf(first);
  const { found, cuts } = await session.client.connection.chain(() => enumerateSuites(session, task, groups));
  return {
    ...preferredOnly(version, first),
    suites: [first.hello.suite, ...found],
    enumeration: 'full',
    ...listEnd(cuts),
    dh: session.transcript.exchanges.dhOf(version),
  };
}
