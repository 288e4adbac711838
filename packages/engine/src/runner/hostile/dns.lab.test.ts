import { testDnsAttacks } from './testing/dns-suite.ts';

testDnsAttacks([
  // Nothing that belongs to the question, or nothing at all.
  { kind: 'silent', how: 'direct' },
  { kind: 'wrong-id', how: 'direct' },
  { kind: 'server-failure', how: 'direct' },
  // Slow, and long.
  { kind: 'tcp-drip', how: 'direct' },
  { kind: 'always-truncated', how: 'resolver' },
  { kind: 'fullest-message', how: 'direct' },
  // Names without an end.
  { kind: 'pointer-to-itself', how: 'direct' },
  { kind: 'pointer-ladder', how: 'direct' },
  { kind: 'endless-alias', how: 'direct' },
  { kind: 'endless-alias', how: 'resolver' },
  // Much to compute.
  { kind: 'key-storm', how: 'direct' },
  { kind: 'hash-storm', how: 'resolver' },
]);
