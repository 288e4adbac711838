import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { noExposure } from '../../evidence/exposure/example.ts';
import { notSweptBecause } from '../may-ask-site.ts';
import { type ProbeContext, defineProbe } from '../probe.ts';
import { askBaseline, siblingLetter } from './baseline.ts';
import { afterControl, createControl, documentResult } from './control.ts';
import { named, unseenPath } from './judge.ts';
import { pathsFor } from './paths.ts';
import { createAsking } from './requests.ts';
import { softwareOf } from './software.ts';
import { keptForControls, sweep, type SweptPath } from './sweep.ts';

/** Asks the final document's own origin for files and pages that give data away. */
export async function probeExposure(
  context: ProbeContext,
  { http, page }: Pick<EvidenceByKind, 'http' | 'page'>,
): Promise<EvidenceByKind['exposure']> {
  const final = http.exchanges.find(({ id }) => id === http.finalDocument);
  const notAsked = context.target.passive === true ? 'passive' : notSweptBecause(http, final);
  if (final === undefined || final.address === null || notAsked !== null) return { ...noExposure, notAsked };
  const { seed } = context.target;
  const { origin, pathname } = new URL(final.url);
  // All that draw on these have asked: they are needed here, and the sweep comes last.
  for (const share of ['documents', 'scripts'] as const) context.http.end(share);
  const { ask, isShort } = createAsking(context, new URL(origin), final.address);
  const software = softwareOf(http, page);
  const { paths, longList } = pathsFor(context.target, software);
  const baseline = await askBaseline(ask, {
    seed,
    // Redirects and error pages of paths that nobody has are what they are there to show.
    kinds: paths.flatMap(({ row }) => (row.alone === true || row.kind === 'changePassword' ? [] : [row.kind])),
    isShort: (spare) => isShort(spare + paths.length + keptForControls),
  });
  const facts = { origin, address: final.address, notAsked: null, software, baseline: baseline.stored, longList };
  // Without a single answer there is nothing to compare with, and whoever passes random paths off as files passes off any.
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

/** Files and pages of the site that nobody should be able to fetch: after all quiet requests, as firewalls look for it. */
export const exposureProbe = defineProbe({
  kind: 'exposure',
  needs: ['http', 'page', 'behaviour', 'tls'],
  run: async (context, { http, page }) => ({ evidence: await probeExposure(context, { http, page }) }),
});
