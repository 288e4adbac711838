import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goodEndpoint } from './example.ts';
import { seen, untested } from '../observed.ts';
import type { TlsService } from './schema.ts';
import { tlsSection } from './section.ts';

const imaps: TlsService = { ...goodEndpoint, port: 993, protocol: 'imaps' };
const filtered: TlsService = {
  ...imaps,
  port: 25,
  protocol: 'smtp',
  speaksTls: false,
  unreachable: { reason: 'timeout', gap: 'words-kept', values: ['No answer'] },
  versions: [],
  chains: [],
};

const servicesIn = (otherServices: Parameters<typeof tlsSection>[0]['tls']) =>
  tlsSection({ tls: otherServices })?.tables.find(({ caption }) => caption === 'Other TLS services')?.rows;

test('other services are shown with their versions, and why a port was not seen', () => {
  const rows = servicesIn({ endpoints: [goodEndpoint], otherServices: seen([imaps, filtered]) });
  assert.deepEqual(
    rows?.map(([protocol, , port, state, versions]) => [protocol, port, state, versions]),
    [
      ['imaps', 993, { text: 'TLS', tone: 'neutral' }, 'TLSv1.2, TLSv1.3'],
      ['smtp', 25, { text: 'timeout', tone: 'fair' }, ''],
    ],
  );
});

test('where no other service was scanned there is no table of them', () => {
  assert.equal(servicesIn({ endpoints: [goodEndpoint] }), undefined);
  const standard = untested('other-ports-in-deep-mode');
  assert.equal(servicesIn({ endpoints: [goodEndpoint], otherServices: standard }), undefined);
});
