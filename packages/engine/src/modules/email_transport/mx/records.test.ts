import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import { mailAddressOf, mailHostOf } from '../../../evidence/mail-transport/example.ts';
import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import { nullMx, testRows, transportOf } from '../testing/evidence.ts';
import { dnsImplicitMx, mxInvalidTarget, mxNoAddress, mxNullMissing, mxUnregistered } from './records.ts';

const dead = (status: 'nxdomain' | 'no-address' | 'failed' | 'literal', name = 'dead.site.lab') =>
  mailHostOf(name, { status, addresses: [] });
const reference = (
  status: 'unregistered' | 'unknown' | 'registered' | 'unregistrable',
  proof: 'resolver' | 'registry' = 'registry',
) =>
  ({
    registration: { domain: 'gone.lab', status, proof },
    usedBy: [{ kind: 'mx', name: 'mx.gone.lab' }],
  }) satisfies MailTransportEvidence['references'][number];
const gone = dead('nxdomain', 'mx.gone.lab');
const aliased = (target: string) => mailHostOf('mx.site.lab', { status: 'nxdomain', addresses: [], aliases: [target] });
const noMx = (source: 'implicit' | 'none' | 'unknown', hosts = [] as ReturnType<typeof mailHostOf>[]) =>
  transportOf({
    hosts,
    mx: { status: 'nodata', source, security: 'insecure', reason: 'no-ds', records: [] },
  });
const special = {
  ...mailAddressOf('10.0.0.25', {
    known: false,
    failure: { reason: 'blocked', gap: 'address-refused', values: ['10.0.0.25', 'private'] },
  }),
  allowed: false,
  blockedBy: '10.0.0.0/8 Private-Use (RFC 1918)',
};
const implicitOpen = noMx('implicit', [mailHostOf('site.lab')]);

testRows([
  [mxNoAddress, 'the host has one', transportOf(), 'pass'],
  [mxNoAddress, 'the only host has none', transportOf({ hosts: [dead('no-address')] }), 'fail', /neither an A nor/],
  [
    mxNoAddress,
    'one of two does not exist',
    transportOf({ hosts: [mailHostOf(), dead('nxdomain')] }),
    'fail',
    /1 of 2 mail servers/,
  ],
  [
    mxNoAddress,
    'the host is an alias of a name that does not exist',
    transportOf({ hosts: [aliased('gone.site.lab')] }),
    'fail',
    /gone\.site\.lab, of which mx\.site\.lab is an alias, does not exist/,
  ],
  [
    mxNoAddress,
    'it is an alias into a free domain, which is another finding',
    transportOf({ hosts: [aliased('mx.gone.lab')], references: [reference('unregistered')] }),
    'not-applicable',
  ],
  [mxNoAddress, 'it was not answered', transportOf({ hosts: [dead('failed')] }), 'inconclusive'],
  [
    mxNoAddress,
    'its domain is free, which is another finding',
    transportOf({ hosts: [gone], references: [reference('unregistered')] }),
    'not-applicable',
  ],
  [mxNoAddress, 'the domain takes no mail', nullMx, 'not-applicable'],
  [mxInvalidTarget, 'the host has an address of its own', transportOf(), 'pass'],
  [
    mxInvalidTarget,
    'the target is an alias',
    transportOf({ hosts: [mailHostOf('mx.site.lab', { aliases: ['host7.lab'] })] }),
    'fail',
    /alias of host7\.lab/,
  ],
  [
    mxInvalidTarget,
    'the target is an address',
    transportOf({ hosts: [dead('literal', '192.0.2.9')] }),
    'fail',
    /MX records hold names/,
  ],
  [mxInvalidTarget, 'the target is localhost', transportOf({ hosts: [mailHostOf('localhost')] }), 'fail'],
  [
    mxInvalidTarget,
    'the address is private',
    transportOf({ hosts: [mailHostOf('mx.site.lab', { addresses: [special] })] }),
    'fail',
    /10\.0\.0\.25/,
  ],
  [
    mxInvalidTarget,
    'the address is of the scanner',
    transportOf({
      hosts: [
        mailHostOf('mx.site.lab', {
          addresses: [{ ...special, address: '192.0.2.7', blockedBy: 'an address of this machine', refusal: 'own' }],
        }),
      ],
    }),
    'pass',
  ],
  [
    mxInvalidTarget,
    'a null MX stands beside others',
    transportOf({
      mx: {
        status: 'answer',
        source: 'mx',
        security: 'insecure',
        reason: 'no-ds',
        records: [
          { preference: 0, host: '' },
          { preference: 10, host: 'mx.site.lab' },
        ],
      },
    }),
    'fail',
    /null MX/,
  ],
  [mxInvalidTarget, 'an address question failed', transportOf({ hosts: [dead('failed')] }), 'inconclusive'],
  [mxInvalidTarget, 'there is no MX', implicitOpen, 'not-applicable'],
  [mxUnregistered, 'no domain is in doubt', transportOf(), 'pass'],
  [
    mxUnregistered,
    'anybody can register it',
    transportOf({ hosts: [mailHostOf(), gone], references: [reference('unregistered')] }),
    'fail',
    /Anyone who registers/,
  ],
  [
    mxUnregistered,
    'an alias leads into it',
    transportOf({ hosts: [aliased('mx.gone.lab')], references: [reference('unregistered')] }),
    'fail',
    /MX 10 mx\.site\.lab\.\nmx\.site\.lab is an alias of mx\.gone\.lab\n; gone\.lab\. NS: NXDOMAIN\n.*A mx\.site\.lab/,
  ],
  [
    mxUnregistered,
    'it is on hold',
    transportOf({ hosts: [gone], references: [reference('registered')] }),
    'informational',
    /on hold/,
  ],
  [
    mxUnregistered,
    'its zone does not exist, so nobody can register it',
    transportOf({ hosts: [gone], references: [reference('unregistrable', 'resolver')] }),
    'pass',
  ],
  [
    mxNoAddress,
    'its zone does not exist',
    transportOf({ hosts: [gone], references: [reference('unregistrable', 'resolver')] }),
    'fail',
    /does not exist/,
  ],
  [
    mxUnregistered,
    'the registry does not answer',
    transportOf({ hosts: [gone], references: [reference('unknown')] }),
    'inconclusive',
  ],
  [mxUnregistered, 'the domain takes no mail', nullMx, 'not-applicable'],
  [dnsImplicitMx, 'an MX record', transportOf(), 'pass'],
  [dnsImplicitMx, 'a null MX', nullMx, 'not-applicable'],
  [dnsImplicitMx, 'the web server takes mail', implicitOpen, 'informational', /no MX record, and \S+ takes its mail/],
  [
    dnsImplicitMx,
    'the web server takes none',
    noMx('implicit', [mailHostOf('site.lab', { addresses: [] })]),
    'not-applicable',
    /mx-null-missing/,
  ],
  [dnsImplicitMx, 'mail goes to nobody', noMx('none'), 'not-applicable'],
  [dnsImplicitMx, 'MX was not answered', noMx('unknown'), 'inconclusive'],
  [mxNullMissing, 'a null MX is there', nullMx, 'pass'],
  [mxNullMissing, 'mail goes to nobody', noMx('none'), 'informational', /MX 0/],
  [
    mxNullMissing,
    'mail goes to the web server',
    noMx('implicit', [mailHostOf('site.lab', { addresses: [] })]),
    'informational',
    /web server/,
  ],
  [mxNullMissing, 'the web server takes mail', implicitOpen, 'not-applicable'],
  [mxNullMissing, 'there is mail', transportOf(), 'not-applicable'],
  [mxNullMissing, 'MX was not answered', noMx('unknown'), 'inconclusive'],
]);

test('an IP address as MX target weighs as a host without an address, where it is the only MX', () => {
  const severity = (...others: readonly ReturnType<typeof mailHostOf>[]) =>
    draftsOf(mxInvalidTarget.evaluate(transportOf({ hosts: [dead('literal', '192.0.2.9'), ...others] }))).map((draft) =>
      'cvss' in draft ? draft.cvss : undefined,
    );
  assert.deepEqual(severity(), ['conditionalAvailability']);
  assert.deepEqual(severity(mailHostOf()), [undefined]);
});
