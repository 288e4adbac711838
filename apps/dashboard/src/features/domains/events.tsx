import type { InventoryChange } from '@perimeter/contract/domains';
import { policyMajor } from '@perimeter/contract/score';
import type { ReactElement } from 'react';
import { clean, Time } from '../../components/parts.tsx';
import type { DomainProps, InventoryMark } from '../../lib/domain-props.ts';
import { ScoreChart, type ScoredAudit, type ScoreEvent } from './score-chart.tsx';

/** What each kind of the inventory is called. */
export const inventoryTitles: Readonly<Record<InventoryChange['kind'], string>> = {
  'name-servers': 'Name servers',
  ds: 'DS records',
  addresses: 'Addresses',
  mx: 'Mail servers (MX)',
  caa: 'CAA records',
  'spf-includes': 'SPF includes',
  issuers: 'Issuers of certificates',
  keys: 'Keys of certificates',
  ports: 'Open ports',
};

/** Policies that began with an audit, oldest first. */
const policyEvents = (audits: readonly ScoredAudit[]): ScoreEvent[] =>
  audits.flatMap(({ endedAt, policyVersion }, at) => {
    const before = audits[at - 1];
    return before === undefined || policyMajor(before.policyVersion) === policyMajor(policyVersion)
      ? []
      : [{ at: endedAt, text: `Scoring policy ${policyVersion ?? 'unknown'}: scores before it mean something else` }];
  });

/** What of the inventory an audit saw otherwise. */
const inventoryEvent = ({ at, kind, names, more }: InventoryMark): ScoreEvent => ({
  at,
  text: `${inventoryTitles[kind]} changed: ${names.map((name) => clean(name, 80)).join(', ')}${more === 0 ? '' : ` and ${more} more`}`,
});

type Happened = Pick<DomainProps, 'marks' | 'risks'> & {
  /** No audit of the domain is older. */
  areOldest: boolean;
};

/** Events of the time that the audits cover, in its order; audits come oldest first. */
function eventsOf(audits: readonly ScoredAudit[], { marks, risks, areOldest }: Happened): ScoreEvent[] {
  const [first, last] = [audits[0]?.endedAt ?? 0, audits.at(-1)?.endedAt ?? 0];
  const accepted = risks.map(({ at, checkId }) => ({
    at,
    text: checkId === null ? 'The risk of one finding accepted' : `Risk accepted: ${checkId}`,
  }));
  const begin = areOldest ? [{ at: first, text: 'First audit: there is none before it to compare with' }] : [];
  return [...begin, ...policyEvents(audits), ...marks.map(inventoryEvent), ...accepted]
    .filter(({ at }) => at >= first && at <= last)
    .toSorted((a, b) => a.at - b.at);
}

/** Events that stand open; more are behind their number. */
const mostOpen = 12;

const EventList = ({ events }: { events: readonly ScoreEvent[] }): ReactElement => (
  <ol className="small">
    {events.map(({ at, text }, index) => (
      <li key={`${at} ${text}`}>
        {`${index + 1}. `}
        <Time at={at} />: {text}
      </li>
    ))}
  </ol>
);

/** The same in words, by the numbers that stand in the chart. */
const Events = ({ events }: { events: readonly ScoreEvent[] }): ReactElement | null =>
  events.length === 0 ? null : (
    <>
      <h3 className="small">Events</h3>
      {events.length > mostOpen ? (
        <details>
          <summary>{events.length} events</summary>
          <EventList events={events} />
        </details>
      ) : (
        <EventList events={events} />
      )}
      <p className="small quiet">
        Records, certificates and ports are compared with the audit before that saw them; ports, with one of the same
        mode.
      </p>
    </>
  );

/** Scores over time with what happened between them; audits come newest first. */
export function EventfulScores({ audits, ...happened }: Happened & { audits: readonly ScoredAudit[] }): ReactElement {
  const oldestFirst = audits.toReversed();
  const events = eventsOf(oldestFirst, happened);
  return (
    <>
      <ScoreChart audits={oldestFirst} events={events} />
      <Events events={events} />
    </>
  );
}
