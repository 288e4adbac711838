import type { DnssecEvidence } from './schema.ts';

/** NSEC3 hash parameters, and the record that states them. */
export interface Parameters {
  iterations: number;
  salt: string;
  line: string;
}

/** NSEC3 records in the denials observed for a zone. */
export const nsec3In = ({ targets }: DnssecEvidence, name: string) =>
  targets
    .filter(({ zone }) => zone === name)
    .flatMap(({ denial }) => denial?.records ?? [])
    .filter(({ type }) => type === 'NSEC3');

/** The NSEC3 parameters that validators use: those in NSEC3 records, whatever NSEC3PARAM tells secondaries (RFC 5155 section 4). */
export function inRecords(dnssec: DnssecEvidence, zone: string): Parameters | null {
  const found = nsec3In(dnssec, zone).map(({ owner, data }) => {
    const [, , iterations, salt = ''] = data.split(' ');
    return { iterations: Number(iterations), salt: salt === '-' ? '' : salt, line: `${owner}. NSEC3 ${data}` };
  });
  const [worst] = found.toSorted((a, b) => b.iterations - a.iterations || b.salt.length - a.salt.length);
  return worst ?? null;
}
