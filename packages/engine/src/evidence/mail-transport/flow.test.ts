import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen, unseen, untested } from '../observed.ts';
import {
  mailAddressOf,
  mailHostOf,
  mailTransportOf,
  negotiated,
  policyOf,
  tlsaAnswerOf,
  tlsaRecordOf,
} from './example.ts';
import { flowScene } from './flow-scene.ts';
import { mailFlow } from './member.ts';
import { mailTransportSection } from './section.ts';

const signed = { security: 'secure', reason: 'signed' } as const;
const stranger = tlsaRecordOf({ matches: [{ address: '192.0.2.26', outcome: 'none' }] });
const base = mailTransportOf();
const sts = (mode: string): Partial<typeof base> => ({
  mtaSts: {
    record: { name: '_mta-sts.site.lab', status: 'answer', texts: ['v=STSv1; id=1'], aliases: [] },
    fetch: policyOf(`version: STSv1\nmode: ${mode}\nmx: mx.site.lab\nmax_age: 604800\n`),
  },
});

const mixed = mailTransportOf({
  mx: { ...base.mx, ...signed },
  hosts: [
    mailHostOf('mx.site.lab', { ...signed, tlsa: [tlsaAnswerOf([tlsaRecordOf()])] }),
    mailHostOf('mx2.site.lab', {
      ...signed,
      preference: 20,
      addresses: [mailAddressOf('192.0.2.26')],
      tlsa: [tlsaAnswerOf([stranger])],
    }),
    mailHostOf('mx3.site.lab', {
      preference: 30,
      addresses: [
        mailAddressOf('192.0.2.27', { startTls: seen({ outcome: 'not-offered' }) }),
        mailAddressOf('2001:db8::27', unseen('timeout', 'nothing-answered')),
        mailAddressOf('192.0.2.28', untested('mail-address-not-visited')),
      ],
    }),
    mailHostOf('gone.site.lab', { preference: 40, status: 'nxdomain', addresses: [] }),
  ],
});

test('each address says how TLS begins and what proves the server', () => {
  assert.deepEqual(
    mailFlow(mixed).map(({ host, address, tls, proof }) => [host, address, tls, proof]),
    [
      ['mx.site.lab', '192.0.2.25', 'negotiated', 'dane'],
      ['mx2.site.lab', '192.0.2.26', 'negotiated', 'dane-mismatch'],
      ['mx3.site.lab', '192.0.2.27', 'not-offered', 'none'],
      ['mx3.site.lab', '2001:db8::27', 'unknown', 'unknown'],
      ['gone.site.lab', null, 'unknown', 'unknown'],
    ],
  );
});

test('an enforced policy proves servers that it names and that have a trusted certificate', () => {
  const proofs = (change: Parameters<typeof mailTransportOf>[0]) =>
    mailFlow(mailTransportOf(change)).map(({ proof }) => proof);
  const untrusted = negotiated({
    verdict: { trusted: false, path: [], anchor: null, servedSuffices: false, problems: [] },
  });
  assert.deepEqual(proofs(sts('enforce')), ['mta-sts']);
  assert.deepEqual(proofs(sts('testing')), ['none']);
  assert.deepEqual(proofs({ ...sts('enforce'), hosts: [mailHostOf('other.site.lab')] }), ['mta-sts-mismatch']);
  const bad = mailHostOf('mx.site.lab', { addresses: [mailAddressOf('192.0.2.25', { startTls: seen(untrusted) })] });
  assert.deepEqual(proofs({ ...sts('enforce'), hosts: [bad] }), ['mta-sts-mismatch']);
});

test('the figure leads from the sender to every address, and says in words what its colours say', () => {
  const { nodes, edges } = flowScene(mixed);
  const text = JSON.stringify(nodes);
  for (const part of ['proved by DANE', 'mail refused', 'plaintext: no STARTTLS', 'nxdomain', 'TLSv1.3'])
    assert.ok(text.includes(part), part);
  assert.equal(edges.filter(({ from }) => from === 'sender').length, 4);
  const ids = new Set(nodes.map(({ id }) => id));
  assert.ok(edges.every(({ from, to }) => ids.has(from) && ids.has(to)));
  assert.equal(mailTransportSection({ mailTransport: mixed })?.figures.length, 1);
});
