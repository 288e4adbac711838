import { digLines } from '../../../catalogue/dig.ts';
import { fail, informational, pass, notApplicable } from '../../../catalogue/outcome.ts';
import { dsLine, keyLine } from '../derive/dnssec-lines.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { signedZone } from '../../derive/subjects/signed-zone.ts';

export const dnssecUnsigned = checkOf(signedZone('zone', ['DS', 'DNSKEY']), {
  id: 'dnssec-unsigned',
  title: 'The zone is signed with DNSSEC',
  finding: 'Zone is not signed with DNSSEC',
  weakness: { cvss: 'spoofingMargin', cwe: [345] },
  shows: ({ zone }) => [`${zone.name}. DS: none`, `${zone.name}. DNSKEY: none`],
  judge: ({ zone, ds, keys }) =>
    ds.length > 0 || keys.length > 0
      ? pass(`${zone.name} has ${ds.length > 0 ? 'DS' : 'DNSKEY'} records`)
      : `${zone.name} has neither DNSKEY records nor DS records in its parent zone, so resolvers cannot detect forged answers.`,
});

export const dnssecIsland = checkOf(signedZone('keys', ['DS', 'DNSKEY']), {
  id: 'dnssec-island',
  title: 'The parent zone has DS records of the signed zone',
  finding: 'Signed zone without DS records',
  weakness: { cvss: 'spoofingMargin', cwe: [345] },
  shows: ({ zone, keys }) => [`${zone.name}. DS: none`, keys.map((key) => keyLine(zone.name, key))],
  judge: ({ zone, ds }) =>
    ds.length > 0
      ? pass('The parent zone has DS records')
      : `${zone.name} is signed, but its parent zone has no DS record, so no resolver validates the signatures.`,
});

export const dnssecDsNoDnskey = checkOf(signedZone('chain'), {
  id: 'dnssec-ds-no-dnskey',
  title: 'A DNSKEY matches the DS records',
  finding: 'DS records match no DNSKEY',
  weakness: { cvss: 'serviceUnusable', cwe: [345] },
  shows: ({ zone, ds, keys }) => [
    ds.map((one) => dsLine(zone.name, one)),
    keys.map((key) => keyLine(zone.name, key)),
    digLines(['DNSKEY', zone.name], ['DS', zone.name], ['DNSKEY', zone.name, '+cd', '+multiline']),
  ],
  judge: ({ zone, keys }) =>
    zone.reason === 'ds-mismatch' || zone.reason === 'key-missing'
      ? keys.length === 0
        ? `The parent zone has DS records of ${zone.name}, but the zone has no DNSKEY record. Validating resolvers answer SERVFAIL for every name in it.`
        : `No DNSKEY of ${zone.name} matches a DS record in the parent zone. Validating resolvers answer SERVFAIL for every name in it.`
      : pass('A DNSKEY matches the DS records'),
});

/** Digest types that validators treat as unsupported: SHA-1 (RFC 9905) and GOST R 34.11-94 (RFC 9906). */
const weakDigests: ReadonlySet<number> = new Set([1, 3]);

export const dnssecDsDigestWeak = checkOf(signedZone('ds', ['DS']), {
  id: 'dnssec-ds-digest-weak',
  title: 'The DS records use SHA-256 or SHA-384',
  finding: 'DS records use SHA-1 or GOST digests',
  weakness: { cvss: 'spoofingMargin', cwe: [328] },
  judge: ({ zone, ds }) => {
    const weak = ds.filter(({ digestType }) => weakDigests.has(digestType));
    const evidence = [ds.map((one) => dsLine(zone.name, one))];
    if (weak.length === 0) return pass('No DS record uses SHA-1 or GOST');
    return weak.length < ds.length
      ? informational({
          description: `${zone.name} has DS records with SHA-1 or GOST digests beside stronger ones; validators ignore the weak ones.`,
          evidence,
        })
      : fail({
          description: `All DS records of ${zone.name} use SHA-1 or GOST digests. Validators that follow RFC 9905 treat the zone as unsigned.`,
          evidence,
        });
  },
});

export const dnssecDsOrphan = checkOf(signedZone('ds', ['DS', 'DNSKEY']), {
  id: 'dnssec-ds-orphan',
  title: 'Every DS record matches a DNSKEY',
  finding: 'DS record without a DNSKEY',
  judge: ({ zone, ds }) => {
    const orphans = ds.filter(({ matches }) => !matches);
    if (orphans.length === ds.length) return notApplicable('No DS record matches a DNSKEY (separate check)');
    return orphans.length === 0
      ? pass('Every DS record matches a DNSKEY')
      : informational({
          description: `The parent zone has DS records of ${zone.name} that match no DNSKEY, as during a key rollover or after one.`,
          evidence: [orphans.map((one) => dsLine(zone.name, one))],
        });
  },
});
