import { z } from 'zod';
import { dnsAnswer } from './schema.ts';

/** One DNS query of a probe, as stored in its evidence: the answer, and how it was obtained. */
export const dnsLookup = dnsAnswer
  .pick({ name: true, type: true, status: true, authenticated: true, cnames: true, records: true, failure: true })
  .extend({
    /** Queries sent for it; 0 where the audit knew the answer, because another probe had asked before. */
    queries: z.int(),
  });
export type DnsLookup = z.infer<typeof dnsLookup>;

/** True where the name itself does not exist. A name whose alias leads to a missing target exists. */
export const isMissing = ({ status, cnames }: Pick<DnsLookup, 'status' | 'cnames'>): boolean =>
  status === 'nxdomain' && cnames.length === 0;

/** True where the answer is unknown: none came, or an error. */
export const lookupFailed = ({ status }: Pick<DnsLookup, 'status'>): boolean =>
  status === 'servfail' || status === 'refused' || status === 'failed';

/** Queries sent for all of these questions. */
export const queriesIn = (lookups: readonly DnsLookup[]): number =>
  lookups.reduce((sum, { queries }) => sum + queries, 0);

/** Limits of a stored lookup: evidence has the records in effect elsewhere, and a hostile text may have 64 KiB. */
const maxRecords = 20;
const maxRecordCharacters = 1_024;

/** A lookup without long records, for probes that store the records in effect themselves. */
export const withoutLongRecords = (lookup: DnsLookup): DnsLookup => ({
  ...lookup,
  records: lookup.records.slice(0, maxRecords).filter(({ data }) => data.length <= maxRecordCharacters),
});
