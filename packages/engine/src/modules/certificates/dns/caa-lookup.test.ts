import type { DnsLookup } from '../../../evidence/dns/lookup.ts';
import { seen } from '../../../evidence/observed.ts';
import { caa, type Changes, noCaa, timedOut } from '../testing/evidence.ts';
import { type Row, testRows } from '../testing/rows.ts';
import { caaMissing } from './caa.ts';
import { caaLookupFails } from './caa-lookup.ts';
import { caaUnsigned } from './caa-notes.ts';

const lookup = (type: string, name: string, status: DnsLookup['status'] = 'nodata'): DnsLookup => ({
  name,
  type,
  status,
  authenticated: false,
  cnames: [],
  records: [],
  queries: 1,
});
const ofTld = lookup('CAA', 'test');
const tlsa = lookup('TLSA', '_443._tcp.example.test', 'nxdomain');

/** A host whose CAA query brings an error, and the answers around it. */
const failing = (
  { first = 'servfail', again = 'servfail' }: { first?: string; again?: string } = {},
  lookups: readonly DnsLookup[] = [ofTld, tlsa],
  host = 'example.test',
): Changes => {
  const { climb, ...rest } = noCaa(host, first);
  return {
    evidence: { caa: seen([{ ...rest, climb: climb.map((step) => ({ ...step, again })) }]), lookups: [...lookups] },
  };
};
const silent = { evidence: { caa: seen([noCaa('example.test', 'failed')]), lookups: [ofTld, tlsa] } };
/** Answers that are bogus, beside a TLSA answer of this security. */
const bogus = (tlsa: 'secure' | 'bogus'): Changes => ({
  evidence: {
    caa: seen([
      caa([[0, 'issue', 'a.test']], {
        security: 'bogus',
        climb: [{ name: 'example.test', status: 'answer', authenticated: false, security: 'bogus' }],
      }),
    ]),
    tlsa: seen([{ name: '_443._tcp.example.test', authenticated: tlsa === 'secure', security: tlsa, records: [] }]),
  },
});
const atTld = { evidence: { caa: seen([noCaa('example.test', 'nodata', 'servfail')]), lookups: [tlsa] } };

const rows: readonly Row[] = [
  [caaLookupFails, 'SERVFAIL for CAA alone', failing(), 'fail', /CAA queries end in SERVFAIL[^]*dig CAA example\.test/],
  [caaLookupFails, 'REFUSED for CAA alone', failing({ first: 'refused', again: 'refused' }), 'fail', /REFUSED/],
  [caaLookupFails, 'an address is an answer too', failing({}, [ofTld]), 'fail', /192\.0\.2\.1/],
  [caaLookupFails, 'records', {}, 'pass'],
  [caaLookupFails, 'no records', { evidence: { caa: seen([noCaa('example.test', 'nodata', 'nodata')]) } }, 'pass'],
  [caaLookupFails, 'an error once', failing({ again: 'nodata' }), 'inconclusive', /this type alone was not seen/],
  [
    caaLookupFails,
    'silence twice, for CAA alone',
    failing({ first: 'failed', again: 'failed' }),
    'fail',
    /without an answer/,
  ],
  [caaLookupFails, 'an error, then silence', failing({ again: 'failed' }), 'fail'],
  [caaLookupFails, 'bogus for CAA alone', bogus('secure'), 'fail', /CAs validate[^]*dig CAA example\.test \+dnssec/],
  [caaLookupFails, 'a zone that is bogus altogether', bogus('bogus'), 'inconclusive', /this type alone was not seen/],
  [caaMissing, 'records that validation rejects', bogus('secure'), 'inconclusive', /fail DNSSEC validation/],
  [caaUnsigned, 'records that validation rejects', bogus('secure'), 'inconclusive', /fail DNSSEC validation/],
  [caaLookupFails, 'a resolver that answers no CAA query', failing({}, [tlsa]), 'inconclusive'],
  [
    caaLookupFails,
    'name servers that answer nothing',
    failing({}, [ofTld, lookup('TLSA', '_443._tcp.gone.example.test', 'servfail')], 'gone.example.test'),
    'inconclusive',
  ],
  [caaLookupFails, 'silence', silent, 'inconclusive', /failed: failed/],
  [caaLookupFails, 'an error above the domain, which is not its own', atTld, 'pass'],
  [caaLookupFails, 'records below', { evidence: { caa: seen([caa([[0, 'issue', 'a.test']])]) } }, 'pass'],
  [caaLookupFails, 'nothing was asked', { evidence: { caa: timedOut } }, 'inconclusive'],
  [caaLookupFails, 'no certificate', { evidence: { chains: [] } }, 'not-applicable'],
  [caaLookupFails, 'no host', { evidence: { caa: seen([]) } }, 'not-applicable'],
];

testRows(rows);
