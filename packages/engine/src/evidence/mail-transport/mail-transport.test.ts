import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen, unseen } from '../observed.ts';
import { mailAddressOf, mailHostOf, mailTransportOf, policyOf, tlsaAnswerOf, tlsaRecordOf } from './example.ts';
import { mailTransportEvidence } from './schema.ts';
import { mailTransportSection } from './section.ts';

const broken = mailHostOf('mx2.site.lab', {
  addresses: [
    mailAddressOf('192.0.2.26', { startTls: seen({ outcome: 'not-offered' }) }),
    mailAddressOf('2001:db8::26', unseen('timeout', 'port-25-blocked')),
  ],
  tlsa: [tlsaAnswerOf([tlsaRecordOf(), tlsaRecordOf({ usage: 1, unusable: 'usage', matches: [] })])],
});

const evidence = mailTransportOf({
  hosts: [mailHostOf(), broken],
  mtaSts: {
    record: { name: '_mta-sts.site.lab', status: 'answer', texts: ['v=STSv1; id=1'], aliases: [] },
    fetch: policyOf('version: STSv1\r\n'),
  },
});

test('the evidence survives being stored', () => {
  assert.deepEqual(mailTransportEvidence.parse(JSON.parse(JSON.stringify(evidence))), evidence);
});

test('the section lists each address with its TLS, and records that are not usable', () => {
  const section = mailTransportSection({ mailTransport: evidence });
  const text = JSON.stringify(section);
  for (const part of ['no STARTTLS', 'TLSv1.3', 'Port 25 is blocked', 'not usable: usage', 'v=STSv1; id=1'])
    assert.ok(text.includes(part), part);
  assert.equal(mailTransportSection({}), null);
});
