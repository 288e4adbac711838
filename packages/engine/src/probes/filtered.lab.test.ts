import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { labTest } from '@perimeter/lab/harness';
import { decodeMessage, encodeMessage } from '@perimeter/protocols/dns/message';
import { typeName } from '@perimeter/protocols/dns/types';
import { findCaa } from './certificates/caa.ts';
import { askBelieved, askValidated } from './belief.ts';
import { labContext } from './testing/lab-context.ts';

/** RFC 1035 section 4.1.1: NXDOMAIN. */
const nameError = 3;

/** A resolver that passes on the lab resolver's answers but denies one name and type. */
async function filterFor(hidden: { name: string; type: string }, signal: AbortSignal) {
  const [address, port] = (process.env['PERIMETER_RESOLVERS'] ?? '').split(':');
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const onward = createSocket('udp4');
    onward.once('message', (answer) => {
      const message = decodeMessage(answer);
      const [question] = message.questions;
      const isHidden = question?.name.toLowerCase() === hidden.name && typeName(question.type) === hidden.type;
      const lie = { ...message, responseCode: nameError, answers: [], authorities: [] };
      socket.send(isHidden ? encodeMessage(lie) : answer, from.port, from.address);
      onward.close();
    });
    onward.send(bytes, Number(port), address);
  });
  const own = await takeFreePort(socket);
  signal.addEventListener('abort', () => socket.close(), { once: true });
  return { address: '127.0.0.1', port: own };
}

for (const [domain, security] of [
  ['good.lab', 'indeterminate'],
  ['dmarc-reject.lab', 'insecure'],
] as const)
  for (const [name, type] of [
    [domain, 'TXT'],
    [`_dmarc.${domain}`, 'TXT'],
    [domain, 'MX'],
  ] as const)
    labTest(`${name} ${type}: a resolver that filters it hides nothing`, async () => {
      const end = new AbortController();
      const server = await filterFor({ name, type }, end.signal);
      const context = labContext(domain, { settings: { resolvers: [server] } });
      const believed = await askBelieved(context, name, type);
      const answer = await askValidated(context, name, type);
      end.abort();
      assert.deepEqual([believed.answer.status, believed.security, answer.status], ['answer', security, 'answer']);
    });

labTest('CAA records that a resolver filters end the climb all the same', async () => {
  const end = new AbortController();
  const server = await filterFor({ name: 'good.lab', type: 'CAA' }, end.signal);
  const found = await findCaa(labContext('good.lab', { settings: { resolvers: [server] } }), 'good.lab');
  end.abort();
  assert.equal(found.foundAt, 'good.lab');
});
