import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { noExposure } from '../../evidence/exposure/none.ts';
import { notSweptBecause } from '../may-ask-site.ts';
import { type ProbeContext, defineProbe } from '../probe.ts';
import { askBaseline, siblingLetter } from './baseline.ts';
import { afterControl, createControl, documentResult } from './control.ts';
import { named, unseenPath } from './judge.ts';
import { pathsFor } from './paths.ts';
import { createAsking } from './requests.ts';
import { softwareOf } from './software.ts';
import { keptForControls, sweep, type SweptPath } from './sweep.ts';

/** Requests sensitive files and pages from the final document's own origin. */
export async function probeExposure(
  context: ProbeContext,
  { http, page }: Pick<EvidenceByKind, 'http' | 'page'>,
): Promise<EvidenceByKind['exposure']> {
  const final = http.exchanges.find(({ id }) => id === http.finalDocument);
  const notAsked = context.target.passive === true ? 'passive' : notSweptBecause(http, final);
  if (final === undefined || final.address === null || notAsked !== null) return { ...noExposure, notAsked };
  const { seed } = context.target;
  const { origin, pathname } = new URL(final.url);
  // The other shares have ended: their rest is needed here, because the sweep comes last.
  for (const share of ['documents', 'scripts'] as const) context.http.end(share);
  const { ask, isShort } = createAsking(context, new URL(origin), final.address);
  const software = softwareOf(http, page);
  const { paths, longList } = pathsFor(context.target, software);
  const baseline = await askBaseline(ask, {
    seed,
    // Redirects and error pages are the expected answers of these paths.
    kinds: paths.flatMap(({ row }) => (row.alone === true || row.kind === 'changePassword' ? [] : [row.kind])),
    isShort: (spare) => isShort(spare + paths.length + keptForControls),
  });
  const facts = { origin, address: final.address, notAsked: null, software, baseline: baseline.stored, longList };
  // Without any baseline there is nothing to compare, and a site that returns files for random paths does so for any.
  const wanted = baseline.looks.length === 0 || baseline.isAnything ? [] : paths;
  const isTold = ({ row }: SweptPath): boolean => !baseline.passing.has(row.kind);
  const document = context.http.documents.get(final.id)?.text;
  const control = createControl({ ask, final, document, baseline, seed });
  const letter = siblingLetter(seed);
  const means = { ask, isShort, baseline, letter, control, nowMs: () => performance.now() };
  const swept = await sweep(wanted.filter(isTold), means);
  const last = swept.control;
  const own = last.swept.ok && last.standing === 'same' && wanted.length > 0;
  const results = new Map(afterControl(swept, last).map((result) => [result.path, result]));
  return {
    ...facts,
    answersEverything: baseline.isAnything ? 'baseline' : null,
    stopped: swept.stopped,
    control: last.standing,
    results: [
      ...(own && last.swept.ok ? [documentResult(pathname, last.swept, baseline)] : []),
      ...wanted.map(({ row, path }) => results.get(path) ?? unseenPath(named(row, path), 'any-path')),
    ],
  };
}

/** Sensitive files and pages of the site: after all inconspicuous requests, because firewalls detect the sweep. */
export const exposureProbe = defineProbe({
  kind: 'exposure',
  needs: ['http', 'page', 'behaviour', 'tls'],
  run: async (context, { http, page }) => ({ evidence: await probeExposure(context, { http, page }) }),
});
