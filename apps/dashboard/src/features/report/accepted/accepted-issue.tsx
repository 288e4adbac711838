import { severity } from '@perimeter/contract/finding';
import type { ReactElement } from 'react';
import { clean } from '../../../components/parts.tsx';
import { counted, day } from '../../../lib/format.ts';
import { onlyReads, useFrame } from '../../../lib/frame.ts';
import { isAudit } from '../../../lib/sample.ts';
import type { Issue, ReportView } from '../report-view.ts';

interface Props {
  issue: Issue;
  view: ReportView;
}

/** A day as the other times of a page: "31 Mar 2027". */
export const dayOf = (expires: string): string => day(Date.parse(`${expires}T00:00:00Z`));

const waiversOf = ({ issue, view }: Props) =>
  issue.places.flatMap(({ fingerprint }) => view.waivers.get(fingerprint) ?? []);

/** That the risk of an issue is accepted, or of how many of its findings. */
export function AcceptedTag({ issue, view }: Props): ReactElement | null {
  const waivers = waiversOf({ issue, view });
  const [first] = waivers;
  if (first === undefined) return null;
  const all = issue.places.length;
  return (
    <span className="tag on">
      {waivers.length === all ? 'Accepted' : `${waivers.length} of ${all} accepted`} until {dayOf(first.expires)}
    </span>
  );
}

/** Why the risk of an issue is accepted, once for each waiver. */
export function AcceptedNote({ issue, view }: Props): ReactElement | null {
  const waivers = new Map(waiversOf({ issue, view }).map((waiver) => [waiver.id, waiver]));
  if (waivers.size === 0) return null;
  return (
    <>
      {[...waivers.values()].map(({ id, reason, expires, findings }) => (
        <p key={id} className="accepted-note">
          <b>Risk accepted until {dayOf(expires)}</b>
          {issue.places.length === 1 ? '' : ` for ${counted(findings, 'finding')}`}: {clean(reason, 500)}{' '}
          <a href="#accepted" className="small">
            Accepted risks
          </a>
        </p>
      ))}
    </>
  );
}

/** Places that can be chosen one by one; of more, all are accepted together, or each by its fingerprint over the API. */
const maxChoices = 5;
/** Hosts that can be chosen; of more, all are accepted together. */
const maxHosts = 20;

/** A button that accepts the risk of an issue; without script it is not there. */
export function AcceptButton({ issue, view }: Props): ReactElement | null {
  const isReader = onlyReads(useFrame());
  const { places } = issue;
  const isDone = places.every(({ fingerprint }) => view.waivers.has(fingerprint));
  if (isReader || isDone || view.accepted === null || !isAudit(view.report.id)) return null;
  const choices =
    places.length === 1 || places.length > maxChoices
      ? []
      : places.map(({ fingerprint, affectedUrl, address, severity }) => [
          fingerprint,
          clean(`${affectedUrl}${address === null ? '' : ` at ${address}`}`, 120),
          severity,
        ]);
  const hosts = [...new Set(places.map(({ host }) => host))];
  const worstOn = (host: string): string =>
    severity.options.find((level) => places.some((one) => one.host === host && one.severity === level)) ?? '';
  return (
    <button
      className="button tiny"
      type="button"
      hidden
      data-accept={places[0].checkId}
      data-title={clean(places[0].title, 200)}
      data-severity={severity.options.find((level) => places.some((one) => one.severity === level))}
      data-hosts={
        hosts.length > 1 && hosts.length <= maxHosts
          ? JSON.stringify(hosts.map((host) => [host, worstOn(host)]))
          : undefined
      }
      data-places={choices.length === 0 ? undefined : JSON.stringify(choices)}
    >
      Accept this risk
    </button>
  );
}
