import { seen, untested } from '../../../evidence/observed.ts';
import type { SimulatedConnection } from '../../../evidence/tls/schema.ts';
import { goodEndpoint } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { testRows } from '../../derive/tls/testing/rows.ts';
import { tlsClientSim, tlsFingerprint } from './clients.ts';

const chrome: SimulatedConnection = {
  client: 'Chrome 156',
  version: 'TLSv1.3',
  suite: 0x1301,
  group: 0x11ec,
  dhBits: null,
  protocol: null,
  extensions: [43, 51],
  failure: null,
};
const iphone: SimulatedConnection = {
  ...chrome,
  client: 'iPhone',
  version: 'TLSv1.2',
  suite: 0x0033,
  group: null,
  dhBits: 2048,
  protocol: 'h2',
};
const java: SimulatedConnection = {
  ...chrome,
  client: 'Java 7',
  version: null,
  suite: null,
  group: null,
  failure: { reason: 'alert', alert: 70 },
};
const noAnswer = { reason: 'timeout' as const, gap: 'words-kept' as const, values: ['No answer'] };
const silent: SimulatedConnection = {
  ...java,
  client: 'Opera',
  failure: { reason: 'no-answer', failure: noAnswer, confirmed: false },
};
const weakPrime: SimulatedConnection = { ...iphone, failure: { reason: 'dh-too-large', maxDhBits: 1_024 } };

const simulated = (connections: readonly SimulatedConnection[], digest: string | null = 'abc') =>
  endpoint({
    clientSimulation: seen({ tableDate: '2026-11-21', connections: [...connections], fingerprint: digest }),
  });

const { clientSimulation: _, ...older } = goodEndpoint;

testRows([
  [tlsClientSim, 'all connect', simulated([chrome]), 'informational', /1 of 1 clients connect\. Cert/],
  [
    tlsClientSim,
    'the table says with what',
    simulated([chrome, iphone]),
    'informational',
    /Chrome 156: TLSv1\.3 TLS_AES_128_GCM_SHA256 X25519MLKEM768\niPhone: TLSv1\.2 TLS_DHE_RSA_WITH_AES_128_CBC_SHA DH 2048 bits h2/,
  ],
  [
    tlsClientSim,
    'one fails',
    simulated([chrome, java]),
    'informational',
    /1 of 2 clients connect\. Not: Java 7\.[^]*Java 7: fails, alert 70 protocol_version/,
  ],
  [
    tlsClientSim,
    'a prime is too large for one',
    simulated([weakPrime]),
    'informational',
    /iPhone: fails, The server sent a Diffie-Hellman prime of 2048 bits, and the client takes 1024 at most/,
  ],
  [tlsClientSim, 'one is open', simulated([chrome, silent]), 'informational', /No response to: Opera\./],
  [tlsClientSim, 'it was not asked', endpoint({ clientSimulation: timedOut }), 'inconclusive'],
  [tlsClientSim, 'older evidence knows nothing of it', older, 'inconclusive', /No client was simulated/],
  [tlsClientSim, 'nothing speaks TLS', refusedEndpoint, 'not-applicable'],
  [tlsFingerprint, 'all hellos were answered', simulated([chrome]), 'informational', /fingerprint abc/],
  [tlsFingerprint, 'some were not', simulated([silent], null), 'inconclusive'],
  [tlsFingerprint, 'it was not asked', endpoint({ clientSimulation: untested('deep-mode-only') }), 'inconclusive'],
  [tlsFingerprint, 'nothing speaks TLS', refusedEndpoint, 'not-applicable'],
]);
