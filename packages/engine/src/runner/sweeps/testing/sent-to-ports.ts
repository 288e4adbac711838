import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { datagramTalks } from '@perimeter/protocols/services/datagrams.data';
import { deepPorts, standardPorts } from '@perimeter/protocols/services/ports.data';
import { mongoCount, talks } from '@perimeter/protocols/services/talks.data';
import type { AuditEvidence } from '../../../evidence/evidence.ts';
import { portsProbe, probePorts } from '../../../probes/ports/probe.ts';
import { controlPorts } from '../../../probes/ports/sweep.ts';
import { labContext } from '../../../probes/testing/lab-context.ts';
import { gather } from '../../gather.ts';
import { captured, type SentConnection } from '@perimeter/lab/testing/capture';
import { probesOf } from '../../testing/deep-audit.ts';

const industrial = talks.find(({ service }) => service === 'ics')?.ports ?? [];
const messages = [
  '',
  mongoCount,
  ...talks.flatMap(({ message }) => (message !== undefined && 'octets' in message ? [message.octets] : [])),
  ...['003', '007', '008'].map((minor) => `RFB 003.${minor}\n`),
].map((message) => Buffer.from(message).toString('hex'));
const requests = talks.flatMap(({ message }) =>
  message === undefined
    ? []
    : 'get' in message
      ? `GET ${message.get}`
      : 'post' in message
        ? `POST ${message.post}`
        : [],
);

/** True for one published message, complete or not, a published request, or a TLS client hello. */
function isPublished({ sent, port }: SentConnection): boolean {
  if (sent.length === 0 || messages.includes(sent.toString('hex'))) return true;
  if (requests.some((request) => sent.toString('latin1').startsWith(`${request} HTTP/1.1\r\nHost: `))) return true;
  const talk = talks.find(({ ports }) => ports.includes(port));
  return sent[0] === 0x16 && talk?.tls !== undefined;
}

/** What a port probe sends to a host, whose other evidence was gathered before. */
async function sentTo(host: string, mode: 'standard' | 'deep') {
  const context = labContext(host, {
    target: { scanMode: mode, ...(mode === 'deep' ? { authority: true } : {}) },
  });
  const gathering = gather(context, probesOf(portsProbe.needs), {
    onProbe: () => {},
    onBug: (where, error) => assert.fail(`${host}, ${where}: ${String(error)}`),
  });
  await gathering.settled(portsProbe.needs);
  const { endpoints, tls, certificates, http, behaviour }: AuditEvidence = gathering.evidence;
  assert.ok(endpoints && tls && certificates && http && behaviour);
  const addresses = endpoints.hosts.flatMap((one) => one.addresses.map(({ address }) => address));
  const sent = await captured(addresses, () => probePorts(context, { endpoints, tls, certificates, http, behaviour }));
  return { sent, controls: controlPorts(context.target.seed) };
}

/** Captures what audits of these hosts send: sequentially, as a machine that captures several hosts at once loses packets. */
export function testSent(mode: 'standard' | 'deep', hosts: readonly string[]): void {
  labTest(`${mode} audits of ${hosts.join(', ')} send to ports what is published, and nothing else`, async () => {
    for (const host of hosts) {
      const { sent, controls } = await sentTo(`${host}.lab`, mode);
      const list = new Set([...(mode === 'deep' ? deepPorts : standardPorts), ...controls, 443]);
      const tries = new Map<number, number>();
      for (const one of sent.connections) {
        assert.ok(list.has(one.port), `${host}: port ${one.port}`);
        assert.ok(isPublished(one), `${host}: port ${one.port} got ${one.sent.subarray(0, 99).toString('latin1')}`);
        if (industrial.includes(one.port)) assert.equal(one.sent.length, 0);
        tries.set(one.port, (tries.get(one.port) ?? 0) + 1);
      }
      // Completeness: every port was tested.
      for (const port of list) assert.ok(tries.has(port), `${host}: port ${port} was not seen`);
      // Port 443 is also tested meanwhile, to see whether the address still answers.
      tries.delete(443);
      for (const [port, count] of tries) assert.ok(count <= 2, `${host}: port ${port}, ${count} connections`);
      const expected = datagramTalks.map(({ port, sends }) => `${port} ${sends.replaceAll(' ', '')}`);
      const datagrams = sent.datagrams.map((one) => `${one.port} ${one.sent.toString('hex')}`);
      for (const one of datagrams) assert.ok(mode === 'deep' && expected.includes(one), `${host}: ${one}`);
    }
  });
}
