import type { Report } from '@perimeter/contract/report';
import { daysSince } from '@perimeter/protocols/durations';
import { listDays, type ListKind, maxListDays } from '../modules/derive/certificates/list-age.ts';
import { maxLibraryListDays } from '../modules/page_content/derive/libraries.ts';
import { maxTakeoverListDays } from '../modules/subdomains/takeover.ts';
import { maxPreloadDays } from '../modules/derive/http/preload-list.ts';
import type { AuditEvidence } from '../evidence/evidence.ts';
import { listsOf } from '../pki/trust-lists/lists-used.ts';
import type { TrustSettings } from '../pki/trust-lists/settings.ts';

const words: Record<ListKind, { what: string; doubt: string; setting: string }> = {
  roots: {
    what: 'CA trust with a current root list',
    doubt: 'newer roots and CAA names are missing. Missing entries were therefore not reported',
    setting: 'PERIMETER_PUBLIC_ROOTS',
  },
  logs: {
    what: 'Certificate Transparency with a current log list',
    doubt: 'browsers do not enforce CT with a list this old. Missing entries were therefore not reported',
    setting: 'PERIMETER_CT_LOGS',
  },
};

/** A note where the operator's HSTS preload list is too old to prove that a host is missing. */
function oldPreload({ http, target }: Pick<AuditEvidence, 'http' | 'target'>): Report['coverage']['notTested'] {
  if (http?.preload?.known !== true) return [];
  const { date } = http.preload.value;
  const days = daysSince(date, target.startedAtMs);
  if (days < maxPreloadDays) return [];
  const reason = `The list is dated ${date}, ${days} days before the audit: newer entries are missing. Use PERIMETER_HSTS_PRELOAD to set a newer list`;
  return [{ what: 'HSTS preloading with a current list', reason }];
}

/** A note where the list of JavaScript libraries is too old to prove that a library has no flaw. */
function oldLibraries({ page, target }: Pick<AuditEvidence, 'page' | 'target'>): Report['coverage']['notTested'] {
  if (page?.libraryList === undefined) return [];
  const { date } = page.libraryList;
  const days = daysSince(date, target.startedAtMs);
  if (days < maxLibraryListDays) return [];
  const reason = `The list is dated ${date}, ${days} days before the audit: newer flaws are missing. Use PERIMETER_LIBRARIES to set a newer list`;
  return [{ what: 'JavaScript libraries with a current list of known flaws', reason }];
}

/** A note where the list of services is too old to prove that a name leads to none. */
function oldTakeovers({ names, target }: Pick<AuditEvidence, 'names' | 'target'>): Report['coverage']['notTested'] {
  if (names === undefined || names.base === null) return [];
  const { date } = names.takeoverList;
  const days = daysSince(date, target.startedAtMs);
  if (days < maxTakeoverListDays) return [];
  const reason = `The list is dated ${date}, ${days} days before the audit: newer services are missing. Use PERIMETER_TAKEOVERS to set a newer list`;
  return [{ what: 'Subdomain takeover with a current list of services', reason }];
}

/** What an audit could not determine because its lists were outdated. */
export function oldLists(
  evidence: Pick<AuditEvidence, 'certificates' | 'http' | 'page' | 'names' | 'target'>,
): Report['coverage']['notTested'] {
  return [...oldTrustLists(evidence), ...oldPreload(evidence), ...oldLibraries(evidence), ...oldTakeovers(evidence)];
}

function oldTrustLists({
  certificates,
  target,
}: Pick<AuditEvidence, 'certificates' | 'target'>): Report['coverage']['notTested'] {
  if (certificates === undefined) return [];
  return (['roots', 'logs'] as const).flatMap((kind) => {
    const days = listDays(kind, certificates, target.startedAtMs);
    const date = kind === 'roots' ? certificates.rootsDate : certificates.logsDate;
    const { what, doubt, setting } = words[kind];
    return days < maxListDays[kind]
      ? []
      : [
          {
            what,
            reason: `The list is dated ${date}, ${days} days before the audit: ${doubt}. Use ${setting} to set a newer list`,
          },
        ];
  });
}

/** Warnings for the operator about lists that are too old for a missing entry to prove a fault. */
export function oldListWarnings(settings: TrustSettings, nowMs: number): string[] {
  const { roots, logs } = listsOf(settings);
  const lists = [
    { list: roots, maxDays: maxListDays.roots, variable: 'PERIMETER_PUBLIC_ROOTS' },
    { list: logs, maxDays: maxListDays.logs, variable: 'PERIMETER_CT_LOGS' },
  ];
  return lists.flatMap(({ list: { name, date }, maxDays, variable }) => {
    const days = daysSince(date, nowMs);
    return days < maxDays
      ? []
      : [`The list ${name} is dated ${date}, ${days} days ago: use ${variable} to set a newer list`];
  });
}
