import type { OutcomeKind } from '@perimeter/contract/report';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { cipherSuites, isSsl2Kind, isTls13Suite } from '@perimeter/protocols/tls/registry/suites';
import type { Check } from '../../../../catalogue/check.ts';
import { seen, unseen } from '../../../../evidence/observed.ts';
import {
  acceptedVersion,
  goodEndpoint,
  goodVersions,
  refusedVersion,
  tls13Suites,
} from '../../../../evidence/tls/example.ts';
import type { TlsEndpoint, TlsEvidence, TlsVersion } from '../../../../evidence/tls/schema.ts';

/** The good endpoint with changes on top. */
export const endpoint = (changes: Partial<TlsEndpoint> = {}): TlsEndpoint => ({ ...goodEndpoint, ...changes });

/** The good endpoint with some of its versions replaced. */
export const withVersions = (...replaced: readonly TlsVersion[]): TlsEndpoint =>
  endpoint({ versions: goodVersions.map((good) => replaced.find(({ version }) => version === good.version) ?? good) });

/** An endpoint that speaks TLS 1.2 and nothing else, with these suites and changes to the version. */
export const tls12Only = (suites: readonly number[], changes: Partial<TlsVersion> = {}): TlsEndpoint =>
  withVersions(acceptedVersion('TLSv1.2', suites, changes), refusedVersion('TLSv1.3'));

/** An endpoint that speaks TLS 1.3 and nothing else. */
export const tls13Only = (changes: Partial<TlsVersion> = {}): TlsEndpoint =>
  withVersions(
    refusedVersion('TLSv1.2'),
    acceptedVersion('TLSv1.3', tls13Suites, { groups: [0x11ec, 0x001d], ...changes }),
  );

const everySuite = [...cipherSuites.values()].filter((suite) => !isSsl2Kind(suite));

/** An endpoint that accepts every known suite in every version, with every other fault. */
export const wideOpen: TlsEndpoint = endpoint({
  versions: [
    acceptedVersion('SSLv2', [0x010080, 0x020080]),
    ...(['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'] as const).map((version) =>
      acceptedVersion(
        version,
        everySuite.filter((suite) => !isTls13Suite(suite)).map(({ code }) => code),
        {
          groups: [...namedGroups.keys()],
          signatureSchemes: [0x0201, 0x0101],
          dh: everySuite
            .filter(({ keyExchange }) => keyExchange === 'DHE')
            .map(({ code }) => ({ suite: code, bits: 1024, prime: 'c1'.repeat(128), export: false })),
        },
      ),
    ),
    refusedVersion('TLSv1.3'),
  ],
  alpnRejectsUnknown: seen(false),
  compression: seen(1),
  secureRenegotiation: seen(false),
  extendedMasterSecret: seen(false),
  fallbackScsv: seen(false),
  tickets: seen({ tls12LifetimeHint: 864_000, tls13Lifetime: null }),
  keyShareReuse: seen({ dhe: true, ecdhe: true, samples: 3 }),
  choosesWeaker: seen({ weaker: true, strong: 0xc02f, weak: 0x0001, chosenWhenStrongFirst: 1, chosenWhenWeakFirst: 1 }),
  largeHello: seen(false),
  greaseTolerant: seen(false),
  weakSignature: seen([0x0201, 0x0101]),
  explicitCurves: seen(true),
  raw: Object.fromEntries(
    ['SSLv2', 'SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'dh', 'compression', 'largeHello', 'greaseTolerant'].map(
      (name) => [name, '16'.repeat(512)],
    ),
  ),
});

/** Evidence of these endpoints. */
export const tlsOf = (...endpoints: readonly TlsEndpoint[]): { tls: TlsEvidence } => ({
  tls: { endpoints: [...endpoints] },
});

/** A fact that a time-out kept from being seen. */
export const timedOut = unseen('timeout', 'no-answer-within', 10_000);

/** A check's outcome over these endpoints, and all that it says in words and proof. */
export function answer(check: Check, endpoints: readonly TlsEndpoint[]): { outcome: OutcomeKind; text: string } {
  const outcome = check.evaluate(tlsOf(...endpoints));
  const drafts =
    outcome.outcome === 'fail' ? outcome.findings : outcome.outcome === 'informational' ? outcome.observations : [];
  const text = drafts.flatMap(({ description, evidence }) => [description, evidence]);
  return { outcome: outcome.outcome, text: [outcome.reason, ...text].join('\n') };
}

/** An endpoint that refuses connections, the only proof that there is no TLS. */
export const refusedEndpoint: TlsEndpoint = endpoint({
  unreachable: { reason: 'refused', gap: 'words-kept', values: ['Connection refused'] },
  speaksTls: false,
});
