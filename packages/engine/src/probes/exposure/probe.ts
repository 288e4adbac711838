import { type ExposedPath, pathFor, type Software } from '@perimeter/protocols/exposure/path';
import { deepPaths, standardPaths } from '@perimeter/protocols/exposure/paths.data';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { noExposure } from '../../evidence/exposure/example.ts';
import type { ExposedPathResult, ExposureEvidence } from '../../evidence/exposure/schema.ts';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import { wallOf } from '../../evidence/http/wall.ts';
import { httpLimits } from '../../net/http/limits.ts';
import { notAskedBecause } from '../may-ask-site.ts';
import { type ProbeContext, defineProbe } from '../probe.ts';
import { readSwept } from './answer.ts';
import { baselinePaths, readBaseline, siblingLetter } from './baseline.ts';
import { documentResult, readControl } from './control.ts';
import { softwareOf } from './software.ts';
import { type AskPath, sweep, type SweepResult, type SweptPath } from './sweep.ts';
import { maxContentOctets } from '@perimeter/protocols/exposure/content';

type Needed = Pick<EvidenceByKind, 'http' | 'page'>;

/** An answer is read for its beginning alone; so much more is read that the connection of a short page can be kept. */
const sweepHttpLimits = {
  ...httpLimits,
  exchangeMs: 5_000,
  connectMs: 3_000,
  firstByteMs: 3_000,
  maxWireBytes: 12 * 1024,
  maxDecodedBytes: 12 * 1024,
};

const isLogin = ({ result }: HttpExchange): boolean => result.ok && wallOf(result.response)?.kind === 'login';

/** The paths for this site: those of software that was not seen are left out. */
function pathsFor({ target }: ProbeContext, software: readonly Software[]): { longList: boolean; paths: SweptPath[] } {
  const longList = target.scanMode === 'deep' && target.authority === true;
  const rows: readonly ExposedPath[] = longList ? [...standardPaths, ...deepPaths] : standardPaths;
  const paths = rows
    .filter(({ only }) => only === undefined || software.includes(only))
    .map((row) => ({ row, path: pathFor(row, target.registrableDomain) }));
  return { longList, paths };
}

/** After a control that failed, only what came while the site still answered as itself counts. */
function afterControl(
  { results, trusted, stopped }: SweepResult,
  control: NonNullable<ExposureEvidence['control']>,
): ExposedPathResult[] {
  // Whoever limits requests gets no more of them, not even the control.
  if (control === 'same' || stopped === 'rate-limited') return results;
  return results.map((result) =>
    trusted.has(result.path) || result.verdict === 'unseen'
      ? result
      : { ...result, verdict: 'unseen', unseen: 'blocked' },
  );
}

function createAskPath(context: ProbeContext, origin: URL, address: string): AskPath {
  const { http, resolver, signal } = context;
  const { ask } = http.probeWith({ limits: sweepHttpLimits, signal, resolver, share: 'sweep', accept: '*/*' });
  return async (path, octets = maxContentOctets, method = 'GET') => {
    const url = new URL(path, origin);
    const headers = [
      ['Accept-Encoding', 'identity'],
      // RFC 9110 section 14.2: a range is for GET alone.
      ...(method === 'GET' ? [['Range', `bytes=0-${octets - 1}`]] : []),
    ] as [string, string][];
    return readSwept(url, await ask(url, address, { method, headers, again: 'exposure' }));
  };
}

/** Asks the final document's own origin for files and pages that give data away. */
export async function probeExposure(context: ProbeContext, { http, page }: Needed): Promise<ExposureEvidence> {
  const final = http.exchanges.find(({ id }) => id === http.finalDocument);
  const notAsked = notAskedBecause(http, final);
  if (final === undefined || final.address === null || notAsked !== null) return { ...noExposure, notAsked };
  if (isLogin(final)) return { ...noExposure, notAsked: 'login' };
  const { seed } = context.target;
  const { origin, pathname } = new URL(final.url);
  const ask = createAskPath(context, new URL(origin), final.address);
  const software = softwareOf(http, page);
  const { paths, longList } = pathsFor(context, software);
  const asked = await Promise.all(baselinePaths(seed).map(async (path) => [path, await ask(path)] as const));
  const baseline = readBaseline(
    asked,
    paths.map(({ row }) => row.kind),
  );
  const facts = { origin, address: final.address, notAsked: null, software, baseline: baseline.stored, longList };
  // Without a single answer there is nothing to compare with, and whoever passes random paths off as files passes off any.
  const wanted = baseline.looks.length === 0 || baseline.isAnything ? [] : paths;
  const swept = await sweep(wanted, { ask, baseline, letter: siblingLetter(seed), nowMs: () => performance.now() });
  const last = await ask(pathname);
  const control = readControl(last, final, context.http.documents.get(final.id)?.text);
  const own = last.ok && control === 'same' && wanted.length > 0 ? [documentResult(pathname, last, baseline)] : [];
  const many = swept.tooManyHits ? 'many-hits' : null;
  return {
    ...facts,
    answersEverything: baseline.isAnything ? 'baseline' : many,
    stopped: swept.stopped,
    control,
    results: [...own, ...afterControl(swept, control)],
  };
}

/** Files and pages of the site that nobody should be able to fetch: after all quiet requests, as firewalls look for it. */
export const exposureProbe = defineProbe({
  kind: 'exposure',
  needs: ['http', 'page', 'behaviour', 'tls'],
  run: async (context, { http, page }) => ({ evidence: await probeExposure(context, { http, page }) }),
});
