import { failIfAny, inconclusive, informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import type { FindingDraft, Location, ObservationDraft, Outcome } from '../../../catalogue/outcome.ts';
import type { Observed } from '../../../evidence/observed.ts';
import type { TlsEndpoint, TlsEvidence } from '../../../evidence/tls.ts';
import { defineCheck } from '../../../catalogue/check.ts';
import type { Check, CheckDefinition } from '../../../catalogue/check.ts';

/** What one endpoint alone says to a check; moot: the question does not arise there. */
export type Verdict =
  | { verdict: 'good'; reason: string }
  | { verdict: 'bad'; draft: Omit<FindingDraft, 'location'> }
  | { verdict: 'noted'; draft: Omit<ObservationDraft, 'location'> }
  | { verdict: 'moot'; reason: string }
  | { verdict: 'unknown'; reason: string };

export const good = (reason: string): Verdict => ({ verdict: 'good', reason });
export const bad = (draft: Omit<FindingDraft, 'location'>): Verdict => ({ verdict: 'bad', draft });
export const noted = (draft: Omit<ObservationDraft, 'location'>): Verdict => ({ verdict: 'noted', draft });
export const moot = (reason: string): Verdict => ({ verdict: 'moot', reason });
export const unknown = (reason: string): Verdict => ({ verdict: 'unknown', reason });

/** Judges a fact that was seen; one that was not stays unknown, with the probe's reason. */
export const judgeSeen = <T>(fact: Observed<T>, judge: (value: T) => Verdict): Verdict =>
  fact.known ? judge(fact.value) : unknown(fact.failure.detail);

type Judged = { endpoint: TlsEndpoint } & Verdict;

/** Address and port as people write them, IPv6 in brackets. */
export const placeOf = ({ address, port }: Pick<TlsEndpoint, 'address' | 'port'>): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

const locationOf = ({ serverName, port, address }: TlsEndpoint): Location => ({ host: serverName, port, address });

// These end a conversation from our side, so silence below them says nothing about the server.
const ourOwnReasons: ReadonlySet<string> = new Set(['blocked', 'budget', 'cancelled', 'rate-limited']);

const endedByUs = ({ unreachable }: TlsEndpoint): boolean =>
  unreachable !== null && ourOwnReasons.has(unreachable.reason);

/** Left out although visitors may reach it; an address that our guard forbids is no part of the public perimeter. */
const leftOut = (endpoint: TlsEndpoint): boolean => endedByUs(endpoint) && endpoint.unreachable?.reason !== 'blocked';

/** The endpoints that answered in TLS. */
export const speaking = (tls: TlsEvidence): readonly TlsEndpoint[] =>
  tls.endpoints.filter((endpoint) => endpoint.unreachable === null && endpoint.speaksTls);

/** The answer where no endpoint speaks TLS; null where one does. */
export function withoutTls(tls: TlsEvidence): Outcome | null {
  if (speaking(tls).length > 0) return null;
  const unasked = tls.endpoints.find(endedByUs);
  if (unasked !== undefined)
    return inconclusive(`${placeOf(unasked)} was not asked: ${unasked.unreachable?.detail ?? ''}`);
  const ports = [...new Set(tls.endpoints.map(({ port }) => port))];
  return notApplicable(`Nothing speaks TLS on port ${ports.length === 0 ? 443 : ports.join(', ')}`);
}

/** A light look cannot answer most questions: its silence counts only where no full look has answered. */
function withoutLightSilence(judged: readonly Judged[]): readonly Judged[] {
  const answered = judged.some(({ endpoint, verdict }) => endpoint.depth === 'full' && verdict !== 'unknown');
  return answered
    ? judged.filter(({ endpoint, verdict }) => endpoint.depth === 'full' || verdict !== 'unknown')
    : judged;
}

const firstReason = (judged: readonly Judged[], verdict: 'good' | 'moot' | 'unknown'): string | undefined => {
  const found = judged.find((one) => one.verdict === verdict);
  return found?.verdict === verdict ? found.reason : undefined;
};

function unknownReason(judged: readonly Judged[], unasked: readonly TlsEndpoint[]): string | undefined {
  const open = judged.filter(({ verdict }) => verdict === 'unknown').map(({ endpoint }) => endpoint);
  const [first] = [...open, ...unasked];
  if (first === undefined) return undefined;
  return `${placeOf(first)}: ${firstReason(judged, 'unknown') ?? first.unreachable?.detail ?? 'not asked'}`;
}

/** One outcome from the verdicts of all endpoints: a failure stands whatever else is unknown, a pass needs every one. */
function combine(finding: string, judged: readonly Judged[], unasked: readonly TlsEndpoint[]): Outcome {
  const bads = judged.flatMap((one) =>
    one.verdict === 'bad' ? [{ location: locationOf(one.endpoint), ...one.draft }] : [],
  );
  const on = (count: number): string => `on ${count} of ${judged.length} endpoint${judged.length === 1 ? '' : 's'}`;
  if (bads.length > 0) return failIfAny(bads, `${finding} ${on(bads.length)}`, '');
  const notes = judged.flatMap((one) =>
    one.verdict === 'noted' ? [{ location: locationOf(one.endpoint), ...one.draft }] : [],
  );
  if (notes.length > 0) return informational(`${finding} ${on(notes.length)}`, notes);
  const open = unknownReason(judged, unasked);
  if (open !== undefined) return inconclusive(open);
  const passed = firstReason(judged, 'good');
  return passed === undefined ? notApplicable(firstReason(judged, 'moot') ?? 'No endpoint to ask') : pass(passed);
}

/** Declares a check that asks every endpoint the same question and yields one finding for each that fails. */
export const endpointCheck = (
  definition: Omit<CheckDefinition<'tls'>, 'needs' | 'evaluate'> & { judge: (endpoint: TlsEndpoint) => Verdict },
): Check => {
  const { judge, ...facts } = definition;
  return defineCheck({
    ...facts,
    needs: ['tls'],
    evaluate: ({ tls }) => {
      const silent = withoutTls(tls);
      if (silent !== null) return silent;
      const judged = speaking(tls).map((endpoint): Judged => ({ endpoint, ...judge(endpoint) }));
      return combine(facts.finding, withoutLightSilence(judged), tls.endpoints.filter(leftOut));
    },
  });
};
