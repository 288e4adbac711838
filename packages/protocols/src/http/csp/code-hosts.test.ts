import assert from 'node:assert/strict';
import { test } from 'node:test';
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
