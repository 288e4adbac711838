import { mixOf, type ModuleSituations } from '../../../../catalogue/testing/module.ts';
import type { SomeEvidence } from '../../../../evidence/evidence.ts';
import type { TlsEndpoint } from '../../../../evidence/tls/schema.ts';
import { goodEndpoint, refusedVersion } from '../../../../evidence/tls/example.ts';
import { endpoint, timedOut, tlsOf, wideOpen } from './evidence.ts';
import { soundEvidence } from './flaws.ts';

/** A sample with every fact unobserved. */
export const unseenFacts = <T extends object>(sample: T): T => ({
  ...sample,
  ...Object.fromEntries(
    Object.entries(sample).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && 'known' in value ? [[name, timedOut]] : [],
    ),
  ),
});

/** An endpoint that speaks TLS, of which nothing else could be observed. */
export const blankEndpoint: TlsEndpoint = {
  ...unseenFacts(goodEndpoint),
  versions: goodEndpoint.versions.map(({ version }) => ({ ...refusedVersion(version), accepted: timedOut })),
};

/** Any state of a hostile endpoint. */
export const hostileEndpoint = mixOf(goodEndpoint, wideOpen, blankEndpoint);

const unreached = (reason: 'refused' | 'reset' | 'timeout' | 'budget', detail: string): TlsEndpoint =>
  endpoint({ unreachable: { reason, gap: 'words-kept', values: [detail] }, speaksTls: false });
const withTls = (...endpoints: readonly TlsEndpoint[]): SomeEvidence => ({
  ...soundEvidence,
  history: { sinceMs: 0, keys: [], sessions: [] },
  ...tlsOf(...endpoints),
});

/** The situations for modules that read the TLS inventory. */
export const inventorySituations: ModuleSituations = {
  silent: { evidence: [withTls(blankEndpoint, { ...blankEndpoint, address: '192.0.2.2' })] },
  refused: { evidence: [withTls(), withTls(unreached('refused', 'Connection refused'))] },
  walled: {
    evidence: [
      withTls(unreached('budget', 'The budget of connections was used up')),
      withTls(endpoint({ speaksTls: false })),
      withTls(unreached('timeout', 'No answer')),
      withTls(unreached('reset', 'Connection reset')),
      withTls(unreached('refused', 'Connection refused'), unreached('timeout', 'No answer')),
    ],
  },
  hostile: hostileEndpoint.map((one) => withTls(one)),
};
