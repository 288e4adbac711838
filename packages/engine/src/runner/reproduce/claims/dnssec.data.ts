import type { ModuleClaims } from './claim.ts';

/** An answer without this text, and with another. */
const lacking = (text: string, shown = ''): RegExp => new RegExp(`^(?![^]*${text})[^]*${shown}`);

/** A validating resolver refuses what it then returns with CD. */
const refused = (shown: string): RegExp => new RegExp(`status: SERVFAIL[^]*${shown}`);

/** What the commands of DNSSEC must show. */
export const dnssecClaims: ModuleClaims = {
  claims: {
    'dnssec-unsigned': { on: 'insecure.lab', shows: lacking('IN\\s+(?:DS|DNSKEY)\\s+\\d'), notOn: 'good.lab' },
    'dnssec-island': {
      on: 'sec-island.lab',
      shows: lacking('IN\\s+DS\\s+\\d', 'IN\\s+DNSKEY\\s+257'),
      notOn: 'sec-nsec3.lab',
    },
    'dnssec-ds-no-dnskey': {
      on: 'sec-ds-mismatch.lab',
      shows: refused('IN\\s+DS\\s+\\d+ 13 2'),
      notOn: 'sec-nsec3.lab',
    },
    'dnssec-rrsig-missing': {
      on: 'sec-text-unsigned.lab',
      shows: refused('"signed in the lab"'),
      notOn: 'sec-nsec3.lab',
    },
    'dnssec-rrsig-expired': {
      on: 'sec-text-expired.lab',
      shows: refused('RRSIG\\s+TXT 13 2 \\d+ 20200201'),
      notOn: 'sec-nsec3.lab',
    },
    'dnssec-rrsig-invalid': { on: 'sec-text-corrupt.lab', shows: refused('RRSIG\\s+TXT 13'), notOn: 'sec-nsec3.lab' },
    'dnssec-rrsig-expiring': { on: 'sec-short-lived.lab', shows: /RRSIG\s+\w+ 13 2 86400 /, notOn: 'sec-nsec3.lab' },
    'dnssec-ttl-beyond-expiry': { on: 'sec-short-lived.lab', shows: /RRSIG\s+\w+ 13 2 86400 /, notOn: 'sec-nsec3.lab' },
    'dnssec-key-known-weak': { on: 'sec-rsa-roca.lab', shows: /alg = RSASHA256/, notOn: 'sec-nsec3.lab' },
    'dnssec-rrsig-too-long': { on: 'sec-long.lab', shows: /RRSIG\s+\w+ 13 2 \d+ 2036/, notOn: 'sec-nsec3.lab' },
    'dnssec-missing-alg-signature': {
      on: 'sec-two-algs-one-signed.lab',
      shows: lacking('RRSIG\\s+DNSKEY 8', 'IN\\s+DS\\s+\\d+ 8'),
      notOn: 'sec-two-algs.lab',
    },
    'dnssec-algorithm-deprecated': { on: 'sec-rsasha1.lab', shows: /alg = NSEC3RSASHA1/, notOn: 'sec-nsec3.lab' },
    'dnssec-algorithm-not-recommended': { on: 'sec-rsasha512.lab', shows: /alg = RSASHA512/, notOn: 'sec-nsec3.lab' },
    'dnssec-algorithm-unsupported': { on: 'sec-alg-unknown.lab', shows: /DS\s+\d+ 200 /, notOn: 'sec-nsec3.lab' },
    'dnssec-ds-digest-weak': { on: 'sec-ds-sha1.lab', shows: /DS\s+\d+ 13 1 /, notOn: 'sec-nsec3.lab' },
    'dnssec-ds-orphan': { on: 'sec-ds-orphan.lab', shows: /DS\s+4711 /, notOn: 'sec-nsec3.lab' },
    'dnssec-rsa-key-short': { on: 'sec-rsa1024.lab', shows: /size = 1024b/, notOn: 'sec-two-algs.lab' },
    'dnssec-nsec3-iterations': { on: 'sec-nsec3-10.lab', shows: /NSEC3PARAM\s+1 0 10 /, notOn: 'sec-nsec3.lab' },
    'dnssec-nsec3-iterations-high': {
      on: 'sec-nsec3-51.lab',
      shows: /NSEC3PARAM\s+1 0 51 /,
      notOn: 'sec-nsec3-10.lab',
    },
    'dnssec-nsec3-salt': { on: 'sec-nsec3-salted.lab', shows: /NSEC3PARAM\s+1 0 0 ABCD/, notOn: 'sec-nsec3.lab' },
    'dnssec-nsec3-optout': { on: 'sec-optout.lab', shows: /NSEC3\s+1 1 /, notOn: 'sec-nsec3.lab' },
    'dnssec-zone-walkable': { on: 'sec-nsec.lab', shows: /IN\s+NSEC\s+/, notOn: 'sec-nsec3.lab' },
    'dnssec-denial-broken': { on: 'sec-denial-missing.lab', shows: refused('ANSWER: 0'), notOn: 'sec-nsec.lab' },
    'dnssec-mx-zone-bogus': {
      on: 'sec-mx-bogus.lab',
      shows: /MX\s+10 bogus\.lab\.[^]*status: SERVFAIL/,
      notOn: 'sec-mx-unsigned.lab',
    },
    'dnssec-mx-zone-unsigned': {
      on: 'sec-mx-unsigned.lab',
      shows: /MX\s+10 insecure\.lab\.[^]*flags: qr rd ra;/,
      notOn: 'good.lab',
    },
    'dnssec-alias-bogus': { on: 'sec-alias-bogus.lab', shows: /status: SERVFAIL/, notOn: 'sec-alias.lab' },
    'dnssec-alias-unsigned': { on: 'sec-alias.lab', shows: /flags: qr rd ra;[^]*CNAME/, notOn: 'sec-alias-inside.lab' },
    'dnssec-resolver-ede': { on: 'bogus.lab', shows: /; EDE: \d+/, notOn: 'sec-nsec3.lab' },
    'dnssec-ns-inconsistent': {
      on: 'sec-one-server-unsigned.lab',
      shows: lacking('IN\\s+DNSKEY\\s+\\d', 'status: NOERROR[^]*flags: qr aa'),
      notOn: 'sec-nsec3.lab',
      toward: 'ns1.nic.lab',
    },
    'dnssec-cds-not-followed': { on: 'sec-cds-delete.lab', shows: /CDS\s+0 0 0/, notOn: 'sec-cds.lab' },
    'dnssec-cds-inconsistent': { on: 'sec-cds-other.lab', shows: /CDS\s+4711 13 2/, notOn: 'sec-cds.lab' },
  },
  cannotBeRun: {},
};
