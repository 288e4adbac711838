import assert from 'node:assert/strict';
import { endpoint } from './endpoints.ts';
import { labTest } from '../harness.ts';
import { askHello, legacyCandidates, wireVersion } from '../testing/raw-hello.ts';
import { agreedWith, rowsOfEachSoftware, testTlsTable, rowsWithTls } from '../testing/tls-table.ts';

testTlsTable(rowsOfEachSoftware(rowsWithTls));

labTest('the server whose hello must be short is silent on a long one only', async () => {
  const { address, host } = endpoint('fake-long-hello.lab');
  const question = { address, host, version: 'TLSv1.2', suites: [0xc02f] } as const;
  assert.equal((await askHello(question)).kind, 'hello');
  assert.equal((await askHello({ ...question, paddingBytes: 512, silenceMs: 3_000 })).kind, 'silence');
});

labTest('the server that counts suites resets the connection at the sixty-fifth', async () => {
  const { address, host } = endpoint('fake-many-suites.lab');
  const ask = (count: number) =>
    askHello({ address, host, version: 'TLSv1.2', suites: [0xc02f, ...legacyCandidates.slice(0, count - 1)] });
  assert.equal((await ask(64)).kind, 'hello');
  assert.equal((await ask(65)).kind, 'closed');
});

labTest('the server that counts connections resets the eleventh of a second', async () => {
  const { address, host } = endpoint('rate-limited-tls.lab');
  const question = { address, host, version: 'TLSv1.2', suites: [0xc02f] } as const;
  const answers = await Promise.all(Array.from({ length: 30 }, () => askHello(question)));
  const answered = answers.filter(({ kind }) => kind === 'hello').length;
  // A second may end during the requests, and the counter then starts again.
  assert.ok(answered >= 10 && answered <= 20, String(answered));
});

labTest('the intolerant server drops a hello of TLS 1.2 and takes one of TLS 1.1', async () => {
  const { address, host } = endpoint('fake-intolerant.lab');
  const ask = (version: 'TLSv1.1' | 'TLSv1.2') => askHello({ address, host, version, suites: [0x002f] });
  assert.equal((await ask('TLSv1.2')).kind, 'closed');
  const answer = await ask('TLSv1.1');
  assert.equal(answer.kind === 'hello' && answer.version, wireVersion['TLSv1.1']);
});

for (const [name, groups, expected] of [
  ['kyber-draft', [0x6399, 0x001d], 0x6399],
  ['kyber-draft', [0x11ec, 0x001d], 0x001d],
  ['unoffered-group', [0x001d], 0x4242],
  ['retry-twice', [0x001d], 0x0017],
] as const) {
  labTest(`${name}.lab asks for group ${expected.toString(16)} when ${groups.length} are offered`, async () => {
    const { address, host } = endpoint(`${name}.lab`);
    const answer = await askHello({ address, host, version: 'TLSv1.3', suites: [0x1301], groups });
    assert.equal(answer.kind === 'hello' && answer.retryGroup, expected);
  });
}

labTest('a server of TLS 1.3 says in TLS 1.2 that it could do better, no-sentinel.lab does not', async () => {
  const endOfRandom = async (host: string, suite: number): Promise<string> => {
    const { address } = endpoint(host);
    const answer = await askHello({ address, host, version: 'TLSv1.2', suites: [suite] });
    return answer.kind === 'hello' ? answer.random.subarray(24, 31).toString('latin1') : answer.kind;
  };
  assert.equal(await endOfRandom('good.lab', 0xc02b), 'DOWNGRD');
  assert.notEqual(await endOfRandom('no-sentinel.lab', 0xc02f), 'DOWNGRD');
  assert.notEqual(await agreedWith('no-sentinel.lab', { minVersion: 'TLSv1.3' }), undefined);
});
