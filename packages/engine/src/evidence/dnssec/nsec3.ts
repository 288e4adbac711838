import type { DnssecEvidence } from './schema.ts';

/** What names are hashed with, and the record that says so. */
export interface Parameters {
  iterations: number;
  salt: string;
  line: string;
}

/** NSEC3 records in the denials that were seen of a zone. */
export const nsec3In = ({ targets }: DnssecEvidence, name: string) =>
  targets
    .filter(({ zone }) => zone === name)
    .flatMap(({ denial }) => denial?.records ?? [])
    .filter(({ type }) => type === 'NSEC3');

/** The parameters that validators hash with: those of NSEC3 records, whatever NSEC3PARAM says to the servers (RFC 5155 section 4). */
export function inRecords(dnssec: DnssecEvidence, zone: string): Parameters | null {
  const found = nsec3In(dnssec, zone).map(({ owner, data }) => {
    const [, , iterations, salt = ''] = data.split(' ');
    return { iterations: Number(iterations), salt: salt === '-' ? '' : salt, line: `${owner}. NSEC3 ${data}` };
  });
  const [worst] = found.toSorted((a, b) => b.iterations - a.iterations || b.salt.length - a.salt.length);
  return worst ?? null;
}
