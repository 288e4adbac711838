import { srpUser } from '@perimeter/protocols/tls/handshake/client-extensions';
import { legacySuites, srpSuites } from '../../client/hello/code-points.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import type { ScanSession } from '../scan-session.ts';
import type { List } from './elimination.ts';
import { type OfferSuites, type SuiteElimination, eliminateSuites } from './suite-elimination.ts';
import { type EnumerationTask, suiteOffers } from './tls12-offers.ts';
import {
  type Eliminating,
  hasNeither,
  joined,
  needsCurves,
  withCurvesInSsl3,
  withFields,
  withRareCurves,
} from './unusual-hellos.ts';

/** A longer list is split among idle connections after this many attempts. */
const serialSteps = { standard: 20, deep: 24 } as const;

/** The extension of a hello that offers suites for named users: a server may pretend to know the name. */
const withName: Partial<HelloSpec> = { extras: [srpUser('perimeter')] };

const needsName = (code: number): boolean => srpSuites.includes(code);

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
  const state: Eliminating = { task, client, offersWith, eliminate };
  const usual = eliminate(legacySuites, suiteOffers(session, task, groups));
  // Older versions are asked for fields only where the newest has some.
  const neither = task.version === 'TLSv1.2' && !client.style.isBare ? hasNeither(client, withName) : false;
  const eliminating = withRareCurves(state, (await neither) ? usual : withFields(state, usual));
  if (task.version === 'SSLv3') return withCurvesInSsl3(state, await eliminating);
  if (client.style.isBare || (await neither)) return eliminating;
  const [plain, users] = await Promise.all([eliminating, eliminate(srpSuites, offersWith(withName))]);
  // No answer to an SRP user name is no evidence about the other suites: their list is complete without it.
  return users.found.length === 0 ? plain : joined(plain, users);
}
