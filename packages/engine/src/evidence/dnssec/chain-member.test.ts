import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dnsChain } from '@perimeter/contract/observed/observed';
import { evidencePath } from '../../runner/golden.ts';
import { readEvidence } from '../evidence.ts';
import { dnsChainOf } from './chain-member.ts';
import type { DnssecEvidence } from './schema.ts';

const recorded = (host: string): DnssecEvidence =>
  readEvidence(JSON.parse(readFileSync(evidencePath(host), 'utf8'))).dnssec ??
  assert.fail(`${host} was recorded with its chain of trust`);
const chainOf = (dnssec: DnssecEvidence) => dnsChain.parse(dnsChainOf(dnssec));
const signed = recorded('good.lab');

test('every set of records of a signed domain is reached from the trust anchor', () => {
  const { nodes, edges, sentence } = chainOf(signed);
  assert.equal(sentence, 'good.lab is protected from the root zone down.');
  const reached = new Set(nodes.filter(({ kind }) => kind === 'anchor').map(({ id }) => id));
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const { from, to } of edges) if (reached.has(from)) reached.add(to);
  }
  const left = nodes.filter(({ id, kind }) => kind !== 'denial' && !reached.has(id)).map(({ id }) => id);
  assert.deepEqual(left, []);
  assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length);
});

test('the sentence of an unsigned domain says where the chain ends', () => {
  const { nodes, sentence } = chainOf(recorded('bad.lab'));
  assert.equal(sentence, 'bad.lab is not protected: no DS record in the parent zone.');
  assert.ok(nodes.some(({ id, status }) => id === 'denial bad.lab DS' && status === 'insecure'));
});

test('an alias that leads out of the signed zones is named in the sentence', () => {
  const leaving = { security: 'insecure', reason: 'no-ds' } as const;
  const targets = signed.targets.map((target) =>
    target.purpose === 'www' ? { ...target, owner: 'cdn.example', effective: leaving, ...leaving } : target,
  );
  assert.equal(
    chainOf({ ...signed, targets }).sentence,
    'good.lab is protected from the root zone down; www.good.lab is an alias of cdn.example, which is not protected.',
  );
});

test('a broken parent zone decides the sentence, and a chain that was not observed is null', () => {
  const broken = { security: 'bogus', reason: 'ds-mismatch' } as const;
  const zones = signed.zones.map((zone) => (zone.name === 'lab' ? { ...zone, ...broken, effective: broken } : zone));
  assert.equal(
    chainOf({ ...signed, zones }).sentence,
    'The chain to good.lab is broken: no DNSKEY matches the DS records at lab.',
  );
  assert.equal(dnsChainOf({ ...signed, zones: [] }), null);
});
