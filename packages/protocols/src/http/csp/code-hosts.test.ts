import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../testing/cpu-time.ts';
import { codeHosts } from './code-hosts.ts';
import { parseCspPolicy } from './parse.ts';

const rows: [policies: string[], hosts: string[]][] = [
  [['script-src cdn.example'], ['cdn.example']],
  [["default-src 'self' https://*.cdn.example:8443/js/"], ['*.cdn.example']],
  [['default-src cdn.example; script-src other.example'], ['other.example', 'cdn.example']],
  // Frames, objects and styles still follow default-src.
  [["default-src cdn.example 'nonce-a' 'strict-dynamic'"], ['cdn.example']],
  [["script-src cdn.example 'nonce-a' 'strict-dynamic'"], []],
  [["script-src cdn.example; script-src-elem 'self'; worker-src 'none'"], []],
  [["script-src cdn.example; script-src-elem 'self'"], ['cdn.example']],
  [['script-src-attr cdn.example; img-src cdn.example; connect-src cdn.example'], []],
  [['script-src cdn.example', "script-src 'self'"], []],
  [['script-src cdn.example other.example', 'script-src other.example'], ['other.example']],
  [['script-src cdn.example', "img-src 'self'"], ['cdn.example']],
  [['script-src wss://cdn.example ws://cdn.example'], []],
  [["object-src cdn.example; frame-src 'none'"], []],
  [['script-src http://cdn.example'], ['cdn.example']],
];

for (const [policies, hosts] of rows) {
  test(`${policies.map((text) => `"${text}"`).join(' and ')} let in code of ${hosts.join(', ') || 'no host'}`, () => {
    assert.deepEqual(codeHosts(policies.map(parseCspPolicy)), hosts);
  });
}

// 60 KB of one policy, as a server may send it: each host was compared with the whole list, for half a second.
for (const sourceOf of [
  (at: number) => `https://a${at}.lab`,
  (at: number) => `*.a${at}.lab`,
  (at: number) => (at % 2 === 0 ? `h${at}:` : `a${at}.lab`),
  (at: number) => (at % 2 === 0 ? `'nonce-${at}'` : `a${at}.lab`),
])
  test(`a list of thousands such as ${sourceOf(2)} and ${sourceOf(1)} is read in a moment`, () => {
    const policy = parseCspPolicy(`default-src ${Array.from({ length: 4_000 }, (_, at) => sourceOf(at)).join(' ')}`);
    const tookMs = cpuMsOf(() => assert.ok(codeHosts([policy]).length >= 2_000));
    assert.ok(tookMs < 400, `${tookMs} ms`);
  });
