import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailAddressOf, mailHostOf, mailTransportOf } from '../../evidence/mail-transport/example.ts';
import { seen } from '../../evidence/observed.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { planMail } from './mail-plan.ts';

const target = {
  domain: 'site.lab',
  registrableDomain: 'site.lab',
  scanMode: 'deep',
  startedAtMs: 0,
  seed: '',
} as const;
const hosts = [
  mailHostOf('mx.site.lab', { addresses: [mailAddressOf('192.0.2.1', { connections: 3 })] }),
  mailHostOf('mx.provider.lab', { addresses: [mailAddressOf('192.0.2.2', { connections: 2 })] }),
  mailHostOf('mx.shared.lab', { addresses: [mailAddressOf('192.0.2.3', { shared: true })] }),
  mailHostOf('plain.site.lab', {
    addresses: [mailAddressOf('192.0.2.4', { startTls: seen({ outcome: 'not-offered' }) })],
  }),
];
const planned = (authority: Pick<TargetEvidence, 'authority'>): string[] =>
  planMail({ ...target, ...authority }, mailTransportOf({ hosts })).map(
    ({ serverName, depth, allowance: { connections, kept } }) => `${serverName} ${depth} ${connections} ${kept}`,
  );

test('an address gets at most twelve connections, including its sessions', () => {
  assert.deepEqual(planned({}), ['mx.site.lab weak 9 0', 'mx.provider.lab weak 10 0']);
});

test('with authority, servers of the domain get at most a hundred', () => {
  assert.deepEqual(planned({ authority: true }), ['mx.site.lab suites 97 1', 'mx.provider.lab weak 10 0']);
});
