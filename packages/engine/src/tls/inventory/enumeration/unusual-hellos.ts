import {
  allCurveSuites,
  browserLikeGroups,
  fieldGroups,
  fieldSuites,
  rareCurves,
  srpSuites,
} from '../../client/hello/code-points.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import type { TlsClient } from '../../client/tls-client.ts';
import { type OfferSuites, type SuiteElimination, distinctCuts, hasFailed } from './suite-elimination.ts';
import type { EnumerationTask } from './tls12-offers.ts';

/** The elimination of one version's suites, which unusual hellos continue. */
export interface Eliminating {
  task: EnumerationTask;
  client: TlsClient;
  /** Offers with something beside or in place of the usual hello. */
  offersWith: (extra: Partial<HelloSpec>) => OfferSuites;
  eliminate: (pool: readonly number[], offers: OfferSuites) => Promise<SuiteElimination>;
}

/** Two results as one; what was found later has no place in the order. */
export const joined = (first: SuiteElimination, second: SuiteElimination): SuiteElimination => ({
  found: [...first.found, ...second.found],
  cuts: distinctCuts([...first.cuts, ...second.cuts]),
  serial: second.found.length === 0 && first.serial,
  steps: first.steps,
});

/** True for ephemeral elliptic-curve suites. */
export const needsCurves = (code: number): boolean => allCurveSuites.includes(code);

const takesNoNames = ({ task, client }: Eliminating): boolean => task.version === 'SSLv3' || client.style.isBare;

/** Adds what a server chooses from a pool once a hello names its groups. */
async function continueWith(
  { eliminate }: Eliminating,
  found: SuiteElimination,
  picked: number,
  pool: readonly number[],
  offers: OfferSuites,
): Promise<SuiteElimination> {
  const left = pool.filter((code) => code !== picked && !found.found.includes(code));
  const more = await eliminate(left, offers);
  return joined(found, { ...more, found: [picked, ...more.found] });
}

const withFieldNames: Partial<HelloSpec> = { groups: [...browserLikeGroups, ...fieldGroups] };

/** RFC 5246 section 7.2.2. */
const handshakeFailure = 40;

/**
 * True where a server has neither DHE suites with named fields nor suites for named users, as nearly all: one hello
 * with both is refused. Any failure other than handshake_failure may be caused by the user name (RFC 5054 section 2.9),
 * and says nothing about fields.
 */
export async function hasNeither(client: Pick<TlsClient, 'ask'>, extra: Partial<HelloSpec>): Promise<boolean> {
  const suites = [...fieldSuites, ...srpSuites];
  const answer = await client.ask({ version: 'TLSv1.2', suites, protocols: [], ...withFieldNames, ...extra });
  return answer.kind === 'refused' && answer.alert === handshakeFailure;
}

/** DHE suites that a server chooses only for clients that name a field it knows (RFC 7919 section 4). */
export async function withFields(
  state: Eliminating,
  eliminating: Promise<SuiteElimination>,
): Promise<SuiteElimination> {
  const { task, client, offersWith } = state;
  if (takesNoNames(state) || !(await task.wantsFields())) return eliminating;
  const offers = offersWith(withFieldNames);
  const [picked, found] = await Promise.all([offers(fieldSuites), eliminating]);
  if (hasFailed(picked)) return { ...found, cuts: distinctCuts([...found.cuts, picked]) };
  if (picked === null || picked === task.first.hello.suite || found.found.includes(picked)) return found;
  client.adapt({ namesFields: true });
  return continueWith(state, found, picked, fieldSuites, offers);
}

/** Curve suites that a server chooses only for clients that name binary or other rare curves. */
export async function withRareCurves(
  state: Eliminating,
  eliminating: Promise<SuiteElimination>,
): Promise<SuiteElimination> {
  const { task, client, offersWith } = state;
  const found = await eliminating;
  const hasCurves = [task.first.hello.suite, ...found.found].some(needsCurves);
  if (takesNoNames(state) || hasCurves || (await task.hasCurves?.()) === false) return found;
  const offers = offersWith({ groups: rareCurves });
  const picked = await offers(allCurveSuites);
  if (hasFailed(picked)) return { ...found, cuts: distinctCuts([...found.cuts, picked]) };
  if (picked === null) return found;
  client.adapt({ namesRareCurves: true });
  return continueWith(state, found, picked, allCurveSuites, offers);
}

/** SSL 3.0 has no extensions: most servers choose curves only for a hello that includes some anyway. */
export async function withCurvesInSsl3(
  { task, eliminate, offersWith }: Eliminating,
  plain: SuiteElimination,
): Promise<SuiteElimination> {
  if ((await task.hasCurves?.()) === false) return plain;
  const left = allCurveSuites.filter((code) => !plain.found.includes(code));
  return joined(plain, await eliminate(left, offersWith({ withExtensions: true })));
}
