import type { Report } from '@perimeter/contract/report';
import { listDays, maxListDays, type ListKind } from '../evidence/certificates/list-age.ts';
import type { AuditEvidence } from '../evidence/evidence.ts';

const words: Record<ListKind, { what: string; doubt: string; setting: string }> = {
  roots: {
    what: 'Trust in authorities, by a current list of roots',
    doubt: 'newer roots and names in CAA are unknown to it, so what it lacks was counted against nobody',
    setting: 'PERIMETER_PUBLIC_ROOTS',
  },
  logs: {
    what: 'Certificate Transparency, by a current list of logs',
    doubt: 'browsers enforce their policy by no list so old, so only what no list can change was counted',
    setting: 'PERIMETER_CT_LOGS',
  },
};

/** What an audit could not say for certain because the lists that it judged by were old. */
export function oldLists({
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
            reason: `The list is of ${date}, ${days} days before the audit: ${doubt}. ${setting} names a newer one`,
          },
        ];
  });
}
