import type { Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { ds, island, judged, target, testRows, unsigned, type Changes } from '../testing/evidence.ts';
import {
  dnssecAliasBogus,
  dnssecAliasUnsigned,
  dnssecCdsInconsistent,
  dnssecCdsNotFollowed,
  dnssecMxZoneBogus,
  dnssecMxZoneUnsigned,
  dnssecResolverEde,
} from './reach.ts';

const mail = (...judgement: Parameters<typeof judged>): Changes => ({
  mx: [{ host: 'mx.provider.test', zone: 'provider.test', ...judged(...judgement) }],
});
const cdnskey = (keyTag: number, over = {}) => ({ flags: 257, algorithm: 13, keyTag, matches: true, ...over });
const child = (over: Partial<NonNullable<Changes['childSync']>>): Changes => ({
  childSync: { cds: seen([]), cdnskey: seen([]), security: 'secure', deletes: false, ...over },
});
const secure = judged('secure', 'signed');
const alias = (links: typeof secure, all: typeof secure): Changes => ({
  targets: [
    target('A', {
      name: 'www.example.test',
      purpose: 'www',
      owner: 'x.cdn.test',
      zone: 'cdn.test',
      links: [{ name: 'www.example.test', type: 'CNAME', zone: 'example.test', ...links }],
      ...all,
    }),
  ],
});
/** As `alias`, with a valid link in its own zone. */
const aliasOf = (all: Parameters<typeof target>[1]): Changes => ({
  targets: (alias(secure, secure).targets ?? []).map((one) => ({ ...one, ...all })),
});
const rows: readonly Row<Changes>[] = [
  [dnssecMxZoneBogus, 'secure', {}, 'pass'],
  [dnssecMxZoneBogus, 'unsigned', mail('insecure', 'no-ds'), 'pass'],
  [dnssecMxZoneBogus, 'bogus', mail('bogus', 'rrsig-expired'), 'fail', /mx\.provider\.test: bogus, signature expired/],
  [
    dnssecMxZoneBogus,
    'bogus, while the domain is not signed',
    { ...unsigned, ...mail('bogus', 'ds-mismatch') },
    'fail',
  ],
  [
    dnssecMxZoneBogus,
    'bogus for the cause of other records of the zone',
    {
      targets: [target('A', judged('bogus', 'rrsig-expired'))],
      mx: [{ host: 'mail.example.test', zone: 'example.test', ...judged('bogus', 'rrsig-expired') }],
    },
    'not-applicable',
    /separate check/,
  ],
  [
    dnssecMxZoneBogus,
    'bogus, alone in the zone',
    { mx: [{ host: 'mail.example.test', zone: 'example.test', ...judged('bogus', 'rrsig-expired') }] },
    'fail',
  ],
  [dnssecMxZoneBogus, 'not known', mail('indeterminate', 'no-answer'), 'inconclusive'],
  [dnssecMxZoneBogus, 'no mail', { mx: [] }, 'not-applicable'],
  [dnssecMxZoneBogus, 'MX not answered', { mx: null }, 'inconclusive'],
  [dnssecMxZoneUnsigned, 'secure', {}, 'pass'],
  [dnssecMxZoneUnsigned, 'unsigned', mail('insecure', 'no-ds'), 'informational', /the zone is not signed\. So DANE/],
  [
    dnssecMxZoneUnsigned,
    'signed, without DS',
    { mx: (mail('insecure', 'no-ds').mx ?? []).map((one) => ({ ...one, hasKeys: true as const })) },
    'informational',
    /the zone is signed, but its parent zone has no DS record/,
  ],
  [
    dnssecMxZoneUnsigned,
    'of an unknown algorithm alone',
    mail('insecure', 'unsupported-algorithm'),
    'informational',
    /signed with nothing but algorithms that validators do not support/,
  ],
  [
    dnssecMxZoneUnsigned,
    'the domain is not signed either',
    { ...unsigned, ...mail('insecure', 'no-ds') },
    'not-applicable',
  ],
  [
    dnssecAliasBogus,
    'to a zone whose signatures expired',
    aliasOf(judged('bogus', 'rrsig-expired')),
    'fail',
    /www\.example\.test is an alias of x\.cdn\.test, which fails[^]*operator of x\.cdn\.test/,
  ],
  [
    dnssecAliasBogus,
    'to a zone whose DS fits no key, from an unsigned domain',
    { ...unsigned, ...aliasOf({ ...judged('bogus', 'ds-mismatch'), zone: null }) },
    'fail',
  ],
  [dnssecAliasBogus, 'to a zone that validates', aliasOf(secure), 'pass'],
  [dnssecAliasBogus, 'to an unsigned zone', aliasOf(judged('insecure', 'no-ds')), 'pass'],
  [dnssecAliasBogus, 'not answered', aliasOf(judged('indeterminate', 'no-answer')), 'inconclusive'],
  [
    dnssecAliasBogus,
    'with a link that fails in the own zone',
    alias(judged('bogus', 'rrsig-expired'), judged('bogus', 'rrsig-expired')),
    'not-applicable',
  ],
  [dnssecAliasBogus, 'no alias', { targets: [target('A')] }, 'pass'],
  [dnssecAliasUnsigned, 'within the zone', {}, 'pass'],
  [
    dnssecAliasUnsigned,
    'to an unsigned zone',
    alias(secure, judged('insecure', 'no-ds')),
    'informational',
    /x\.cdn\.test, whose zone is not signed/,
  ],
  [
    dnssecAliasUnsigned,
    'to a zone of an unknown algorithm',
    alias(secure, judged('insecure', 'unsupported-algorithm')),
    'informational',
    /whose zone is signed with nothing but algorithms/,
  ],
  [dnssecAliasUnsigned, 'no alias', { targets: [target('A')] }, 'not-applicable'],
  [dnssecAliasUnsigned, 'no DS', island, 'not-applicable'],
  [dnssecResolverEde, 'none', {}, 'pass'],
  [
    dnssecResolverEde,
    'bogus',
    { resolver: { status: 'servfail', authenticated: false, extendedErrors: [{ code: 6, text: 'no signature' }] } },
    'informational',
    /EDE 6: no signature/,
  ],
  [
    dnssecResolverEde,
    'silence',
    { resolver: { status: 'failed', authenticated: false, extendedErrors: [] } },
    'inconclusive',
  ],
  [dnssecCdsNotFollowed, 'the DS is the one that is asked for', {}, 'pass', /as asked/],
  [dnssecCdsNotFollowed, 'none', child({}), 'not-applicable'],
  [
    dnssecCdsNotFollowed,
    'another key is asked for',
    child({ cds: seen([ds({ keyTag: 7 })]) }),
    'informational',
    /DS records of the keys 7 by CDS or CDNSKEY, and the parent zone has those of \d+/,
  ],
  [
    dnssecCdsNotFollowed,
    'a key is asked for beside the one of today',
    child({ cds: seen([ds(), ds({ keyTag: 7 })]) }),
    'informational',
    /keys 7, \d+|keys \d+, 7/,
  ],
  [
    dnssecCdsNotFollowed,
    'the zone is not delegated with DNSSEC yet',
    { ...child({ cds: seen([ds()]) }), apexZone: { ds: [] } },
    'informational',
    /the parent zone has none/,
  ],
  [
    dnssecCdsNotFollowed,
    'deletion is asked for, and nobody deletes',
    child({ cds: seen([ds({ keyTag: 0, algorithm: 0, matches: false })]), deletes: true }),
    'informational',
    /asks its parent zone for no DS records/,
  ],
  [
    dnssecCdsNotFollowed,
    'deletion was asked for, and is done',
    { ...child({ cds: seen([ds({ keyTag: 0, algorithm: 0, matches: false })]), deletes: true }), apexZone: { ds: [] } },
    'pass',
    /no DS records any more/,
  ],
  [
    dnssecCdsNotFollowed,
    'it names no key of the zone',
    child({ cds: seen([ds({ matches: false })]) }),
    'not-applicable',
  ],
  [
    dnssecCdsNotFollowed,
    'bogus signatures',
    child({ cds: seen([ds({ keyTag: 7 })]), security: 'bogus' }),
    'not-applicable',
  ],
  [dnssecCdsNotFollowed, 'not answered', child({ cds: unseen('timeout', 'nothing-answered') }), 'inconclusive'],
  [dnssecCdsInconsistent, 'both name the key', {}, 'pass'],
  [dnssecCdsInconsistent, 'none', child({}), 'not-applicable'],
  [dnssecCdsInconsistent, 'CDS alone', child({ cds: seen([ds()]) }), 'pass'],
  [
    dnssecCdsInconsistent,
    'a key that is gone',
    child({ cds: seen([ds({ matches: false })]) }),
    'fail',
    /no such DNSKEY/,
  ],
  [
    dnssecCdsInconsistent,
    'different keys',
    child({ cds: seen([ds()]), cdnskey: seen([cdnskey(7)]) }),
    'fail',
    /different keys/,
  ],
  [
    dnssecCdsInconsistent,
    'delete and keep',
    child({ cds: seen([ds(), ds({ keyTag: 0, algorithm: 0 })]), deletes: true }),
    'fail',
    /delete the DS/,
  ],
  [dnssecCdsInconsistent, 'bogus signatures', child({ cds: seen([ds()]), security: 'bogus' }), 'fail', /bogus/],
  [
    dnssecCdsInconsistent,
    'delete',
    child({ cds: seen([ds({ keyTag: 0, algorithm: 0, matches: false })]), deletes: true }),
    'informational',
    /or delete the DS records[^]*RFC 8078/,
  ],
  [dnssecCdsInconsistent, 'not answered', child({ cds: unseen('timeout', 'nothing-answered') }), 'inconclusive'],
];

testRows(rows);
