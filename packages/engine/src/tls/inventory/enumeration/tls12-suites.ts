import { srpUser } from '@perimeter/protocols/tls/handshake/client-extensions';
import {
  allCurveSuites,
  browserLikeGroups,
  fieldGroups,
  fieldSuites,
  legacySuites,
  srpSuites,
} from '../../client/hello/code-points.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import type { ScanSession } from '../scan-session.ts';
import type { List } from './elimination.ts';
import { type OfferSuites, type SuiteElimination, eliminateSuites } from './suite-elimination.ts';
import { type EnumerationTask, suiteOffers } from './tls12-offers.ts';

/** A longer list is split among idle connections after this many attempts. */
const serialSteps = { standard: 20, deep: 24 } as const;

/** Two results as one; what was found later has no place in the order. */
const joined = (first: SuiteElimination, second: SuiteElimination): SuiteElimination => ({
  found: [...first.found, ...second.found],
  complete: first.complete && second.complete,
  serial: second.found.length === 0 && first.serial,
  steps: first.steps,
});

/** The extension of a hello that offers suites for named users: a server may pretend to know the name. */
const withName: Partial<HelloSpec> = { extras: [srpUser('perimeter')] };

const needsName = (code: number): boolean => srpSuites.includes(code);
const needsCurves = (code: number): boolean => allCurveSuites.includes(code);

/** What hellos need beside the usual for the server to choose any of these suites. */
export function extraFor({ version }: EnumerationTask, suites: readonly number[]): Partial<HelloSpec> {
  if (version === 'SSLv3' && suites.some(needsCurves)) return { withExtensions: true };
  return suites.some(needsName) ? withName : {};
}

/** Finds the suites of one version. */
export async function enumerateSuites(
  session: ScanSession,
  task: EnumerationTask,
  groups: List,
): Promise<SuiteElimination> {
  const { client, isDeep } = session;
  const known = task.first.hello.suite;
  const pace = { idle: client.connection.idle, serialSteps: isDeep ? serialSteps.deep : serialSteps.standard };
  const offersWith = (extra: Partial<HelloSpec>): OfferSuites =>
    suiteOffers(session, { ...task, alpn: null }, groups, extra);
  const eliminate = (pool: readonly number[], offers: OfferSuites): Promise<SuiteElimination> =>
    eliminateSuites(
      pool.filter((code) => code !== known),
      known,
      offers,
      pace,
    );

  /** DHE suites that a server chooses only for clients that name a field it knows (RFC 7919 section 4). */
  const withFields = async (eliminating: Promise<SuiteElimination>): Promise<SuiteElimination> => {
    if (task.version === 'SSLv3' || client.style.isBare || !(await task.wantsFields())) return eliminating;
    const offers = offersWith({ groups: [...browserLikeGroups, ...fieldGroups] });
    const [picked, found] = await Promise.all([offers(fieldSuites), eliminating]);
    if (picked === 'failed') return { ...found, complete: false };
    if (picked === null || picked === known || found.found.includes(picked)) return found;
    client.adapt({ namesFields: true });
    const left = fieldSuites.filter((code) => code !== picked && !found.found.includes(code));
    const fields = await eliminate(left, offers);
    return joined(found, { ...fields, found: [picked, ...fields.found] });
  };
  /** SSL 3.0 has no extensions: most servers choose curves only for a hello that has some all the same. */
  const withCurves = async (plain: SuiteElimination): Promise<SuiteElimination> => {
    if ((await task.hasCurves?.()) === false) return plain;
    const left = allCurveSuites.filter((code) => !plain.found.includes(code));
    return joined(plain, await eliminate(left, offersWith({ withExtensions: true })));
  };

  const eliminating = withFields(eliminate(legacySuites, suiteOffers(session, task, groups)));
  if (task.version === 'SSLv3') return withCurves(await eliminating);
  if (client.style.isBare) return eliminating;
  const [plain, users] = await Promise.all([eliminating, eliminate(srpSuites, offersWith(withName))]);
  // Silence to a user name says nothing about the other suites: their list is complete without it.
  return users.found.length === 0 ? plain : joined(plain, users);
}
