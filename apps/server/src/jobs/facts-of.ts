import type { DeadlineKind } from '@perimeter/contract/domains';
import { severity, severityCounts } from '@perimeter/contract/finding';
import { tallyOf } from '@perimeter/contract/issue';
import { z } from 'zod';
import type { ReportFacts } from '../repositories/audits/report-facts.ts';

const dated = z.object({
  domain: z.string(),
  certificates: z
    .object({ chains: z.array(z.object({ path: z.array(z.object({ notAfter: z.string() })) })) })
    .nullish()
    .catch(null),
  network: z
    .object({ registration: z.object({ expires: z.number().nullable() }).nullish() })
    .nullish()
    .catch(null),
  dns: z
    .object({ dnssec: z.object({ path: z.array(z.string()) }) })
    .nullish()
    .catch(null),
});

const shape = dated.extend({
  score: z.object({ policyVersion: z.string(), uncapped: z.int().min(0).max(100) }),
  findings: z.array(z.object({ checkId: z.string(), cvss: z.number(), severity })),
  severities: severityCounts,
  coverage: z.object({ overall: z.object({ concludedPermille: z.int() }) }),
});

/** Expiry dates of the domain: certificates, registration and DNSSEC signatures. */
function datesOf({ domain, certificates, network, dns }: z.infer<typeof dated>): [DeadlineKind, number][] {
  const signed = (dns?.dnssec.path ?? []).filter((line) => line.startsWith(`${domain}: `));
  return [
    ...(certificates?.chains ?? []).flatMap(({ path }): [DeadlineKind, number][] =>
      path.slice(0, 1).map(({ notAfter }) => ['certificate', Date.parse(notAfter)]),
    ),
    ['registration', network?.registration?.expires ?? Number.NaN],
    ...signed.map((line): [DeadlineKind, number] => [
      'signature',
      Date.parse(/ until (?<time>\S+)$/.exec(line)?.groups?.['time'] ?? ''),
    ]),
  ];
}

function deadlineOf(report: z.infer<typeof dated>): ReportFacts['deadline'] {
  const [first] = datesOf(report)
    .filter(([, at]) => Number.isFinite(at))
    .toSorted(([, a], [, b]) => a - b);
  return first === undefined ? null : { kind: first[0], at: first[1] };
}

/** The facts of a report that lists show. */
export const factsOf = (report: z.infer<typeof shape>): ReportFacts => ({
  policyVersion: report.score.policyVersion,
  severities: report.severities,
  issues: tallyOf(report.findings).bySeverity,
  uncapped: report.score.uncapped,
  concludedPermille: report.coverage.overall.concludedPermille,
  deadline: deadlineOf(report),
});

/** The same of a stored report, of any version; null if it lacks them. */
export function readFacts(body: Buffer): ReportFacts | null {
  try {
    const parsed = shape.safeParse(JSON.parse(body.toString()));
    return parsed.success ? factsOf(parsed.data) : null;
  } catch {
    return null;
  }
}
