import type { DomainChanges, InventoryChange } from '@perimeter/contract/domains';
import { policyMajor } from '@perimeter/contract/score';
import type { ReactElement } from 'react';
import { clean, Time } from '../../components/parts.tsx';
import type { DomainProps } from '../../lib/props.ts';
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

/** What of the inventory the later of two audits saw otherwise, one event a kind. */
function inventoryEvents({ to, inventory }: DomainChanges): ScoreEvent[] {
  const byKind = Map.groupBy(inventory, ({ kind }) => kind);
  return [...byKind].map(([kind, changes]) => {
    const names = [...new Set(changes.map(({ name }) => clean(name, 80)))];
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    return { at: to.completedAt, text: `${inventoryTitles[kind]} changed: ${names.slice(0, 3).join(', ')}${more}` };
  });
}

/** Events of the time that the audits cover, in its order; audits come oldest first. */
function eventsOf(
  audits: readonly ScoredAudit[],
  { changes, risks }: Pick<DomainProps, 'changes' | 'risks'>,
): ScoreEvent[] {
  const [first, last] = [audits[0]?.endedAt ?? 0, audits.at(-1)?.endedAt ?? 0];
  const accepted = risks.map(({ at, checkId }) => ({
    at,
    text: checkId === null ? 'The risk of one finding accepted' : `Risk accepted: ${checkId}`,
  }));
  return [...policyEvents(audits), ...(changes === null ? [] : inventoryEvents(changes)), ...accepted]
    .filter(({ at }) => at >= first && at <= last)
    .toSorted((a, b) => a.at - b.at);
}

/** The same in words, by the numbers that stand in the chart. */
const Events = ({ events }: { events: readonly ScoreEvent[] }): ReactElement | null =>
  events.length === 0 ? null : (
    <>
      <h3 className="small">Events</h3>
      <ol className="small">
        {events.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <Time at={at} />: {text}
          </li>
        ))}
      </ol>
      <p className="small quiet">
        Records, certificates and ports are compared between the two audits whose changes are shown below.
      </p>
    </>
  );

/** Scores over time with what happened between them; audits come newest first. */
export function EventfulScores({
  audits,
  ...happened
}: Pick<DomainProps, 'changes' | 'risks'> & { audits: readonly ScoredAudit[] }): ReactElement {
  const oldestFirst = audits.toReversed();
  const events = eventsOf(oldestFirst, happened);
  return (
    <>
      <ScoreChart audits={oldestFirst} events={events} />
      <Events events={events} />
    </>
  );
}
