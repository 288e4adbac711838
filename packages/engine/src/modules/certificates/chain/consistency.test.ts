import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, audited, digest, rsa, together, type Changes } from '../testing/evidence.ts';
import { answer, testRows, type Row } from '../testing/rows.ts';
import { certIpInconsistent } from './consistency.ts';
import { certRenewalOverdue } from '../leaf/validity.ts';

const first = audited();
const second = (changes: Changes = {}) =>
  audited({ ...changes, endpoint: { address: '2001:db8::1', ...changes.endpoint } });
const renewed = (from: string) => ({ sha256: digest('9e'), notBefore: at(from), notAfter: at(from) + 90 * 86_400 - 1 });
const refused = audited({
  endpoint: {
    address: '192.0.2.2',
    unreachable: { reason: 'refused', gap: 'words-kept', values: ['Connection refused'] },
  },
  evidence: { chains: [] },
});

const rows: readonly Row[] = [
  [certIpInconsistent, 'the same certificate twice', together(first, second()), 'pass'],
  [
    certIpInconsistent,
    'an address has missed a renewal',
    together(first, second({ leaf: renewed('2026-08-01') })),
    'fail',
    /\[2001:db8::1\]:443 was issued on 2026-08-01T00:00:00Z, the one on another address on 2026-10-01/,
  ],
  [
    certIpInconsistent,
    'machines that renew each by itself',
    together(first, second({ leaf: renewed('2026-09-20') })),
    'pass',
  ],
  [
    certIpInconsistent,
    'other names',
    together(
      first,
      second({ leaf: { ...renewed('2026-10-01'), subjectAltNames: [{ type: 'dns', value: 'old.test' }] } }),
    ),
    'fail',
    /old\.test/,
  ],
  [
    certIpInconsistent,
    'another authority',
    together(first, second({ leaf: { ...renewed('2026-10-01'), issuer: 'CN=R,O=Other CA,C=US' } })),
    'fail',
    /Other CA/,
  ],
  [
    certIpInconsistent,
    'another intermediate of the same authority',
    together(first, second({ leaf: { ...renewed('2026-10-01'), issuer: "CN=E8,O=Let's Encrypt,C=US" } })),
    'pass',
  ],
  [
    certIpInconsistent,
    'certificates of different kinds of key are not compared',
    together(first, second({ leaf: { ...rsa(2_048), ...renewed('2026-08-01') }, chain: { keyType: 'rsa' } })),
    'not-applicable',
  ],
  [
    certIpInconsistent,
    'other names may differ',
    together(first, second({ leaf: renewed('2026-08-01'), endpoint: { serverName: 'www.example.test' } })),
    'not-applicable',
  ],
  [
    certIpInconsistent,
    'the newest one is what nobody accepts',
    together(
      first,
      second({
        leaf: { ...renewed('2026-10-30'), subjectAltNames: [{ type: 'dns', value: 'box.test' }] },
        path: [],
        problems: ['self-signed'],
      }),
    ),
    'fail',
    /of \[2001:db8::1\]:443 is for box\.test, the one on another address for example\.test/,
  ],
  [certIpInconsistent, 'one address', first, 'not-applicable', /Only one address/],
  [certIpInconsistent, 'the second address did not listen', together(first, refused), 'not-applicable'],
  [
    certIpInconsistent,
    'the second address showed no certificate',
    together(first, second({ evidence: { chains: [] } })),
    'inconclusive',
  ],
];

testRows(rows);

test('an old certificate is not also reported as overdue where another address serves the renewed one', () => {
  const overdue = { leaf: renewed('2026-08-12') };
  assert.equal(answer(certRenewalOverdue, second(overdue)).outcome, 'fail');
  assert.equal(answer(certRenewalOverdue, together(first, second(overdue))).outcome, 'pass');
  assert.equal(answer(certIpInconsistent, together(first, second(overdue))).outcome, 'fail');
});
