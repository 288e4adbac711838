import { isIPv6 } from 'node:net';
import type { Check } from '../../../catalogue/check.ts';
import type { Location } from '../../../catalogue/outcome.ts';
import type { AuditEvidence } from '../../../evidence/evidence.ts';

/** A command as a report prints it, and its place. */
export interface Printed {
  command: string;
  location: Location;
}

/** The commands that a check prints for this evidence, IPv4 first: not every tool reaches IPv6. */
export function printedBy(check: Check, evidence: AuditEvidence): Printed[] {
  if (check.needs.some((kind) => evidence[kind] === undefined)) return [];
  const outcome = check.evaluate(evidence);
  const drafts =
    outcome.outcome === 'fail' ? outcome.findings : outcome.outcome === 'informational' ? outcome.observations : [];
  const printed = drafts.flatMap(({ evidence: proof, location }) => {
    const command = /^Reproduce: (.+)$/m.exec(proof)?.[1];
    return command === undefined ? [] : [{ command, location }];
  });
  const isLast = ({ location: { address = '' } }: Printed): number => Number(isIPv6(address));
  return printed.toSorted((one, other) => isLast(one) - isLast(other));
}
