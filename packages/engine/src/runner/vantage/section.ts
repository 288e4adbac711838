import type { Section, SectionStatus } from '@perimeter/contract/section';
import type { PortState, Reach, Vantage } from '@perimeter/contract/score';
import { state, tableOf } from '../../evidence/section.ts';

const reachTexts: Readonly<Record<Reach, SectionStatus>> = {
  yes: state('good', 'yes'),
  no: state('fair', 'no'),
  unknown: state('neutral', 'unknown'),
};

const portTexts: Readonly<Record<PortState, SectionStatus>> = {
  open: state('good', 'open'),
  blocked: state('fair', 'blocked'),
  intercepted: state('fair', 'intercepted'),
  unknown: state('neutral', 'unknown'),
};

/** A larger clock error makes verdicts on validity and expiry doubtful. */
export const maxClockOffsetSeconds = 300;

function clockState(seconds: number | null): SectionStatus {
  if (seconds === null) return state('neutral', 'unknown');
  // Date fields have whole seconds.
  if (Math.abs(seconds) <= 1) return state('good', 'accurate to the second');
  const text = `${Math.abs(seconds)} s ${seconds > 0 ? 'slow' : 'fast'}`;
  return state(Math.abs(seconds) > maxClockOffsetSeconds ? 'fair' : 'good', text);
}

function tlsState({ tls, tlsIssuer }: Vantage): SectionStatus {
  if (tls === 'intercepted')
    return state('fair', `intercepted: ${tlsIssuer ?? 'one issuer'} signs for unrelated names`);
  return tls === 'untouched' ? state('good', 'untouched') : state('neutral', 'unknown');
}

/** The rows of a vantage: subject and state. */
export const vantageRows = (vantage: Vantage): readonly (readonly [string, SectionStatus])[] => [
  ['IPv4', reachTexts[vantage.ipv4]],
  ['IPv6', reachTexts[vantage.ipv6]],
  ['Resolver over UDP', reachTexts[vantage.resolverUdp]],
  ['Resolver over TCP', reachTexts[vantage.resolverTcp]],
  ['Name servers (port 53)', portTexts[vantage.port53]],
  ['Mail servers (port 25)', portTexts[vantage.port25]],
  ['Clock', clockState(vantage.clockOffsetSeconds)],
  ['TLS', tlsState(vantage)],
];

/** What the measuring machine could see, as a section of the report. */
export const vantageSection = (vantage: Vantage): Section => ({
  id: 'vantage',
  title: 'Measured from',
  tables: [
    tableOf(
      'What the auditing machine can reach',
      [
        ['Path', 'text'],
        ['State', 'status'],
      ],
      vantageRows(vantage).map((row) => [...row]),
    ),
  ],
  figures: [],
});
