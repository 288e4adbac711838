import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Message } from '@perimeter/protocols/dns/message';
import { keyTagOf } from '@perimeter/protocols/dns/dnssec';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { threadCpuMs } from '@perimeter/protocols/testing/cpu-time';
import { rr } from '../../resolver/scripted-server.ts';
import { makeKey } from '../signed-zone.ts';
import type { ValidationLookup } from './security.ts';
import { worldLookup, zoneOf, type WorldZone } from './testing/world.ts';
import { Validator, type Validated } from './validator.ts';

// Answers that cost a validator more than their sender. Each is judged within a time limit and without blocking the
// event loop.

const mostHeldMs = 200;

interface Judged extends Validated {
  heldMs: number;
  cpuMs: number;
  verifications: number;
  hashRounds: number;
}

async function attacked(leaf: WorldZone, name: string, type: string): Promise<Judged> {
  const ds = leaf.key === null ? [] : [printRdata(typeCode('DS'), leaf.key.ds().rdata)];
  const root = zoneOf('.', { 'x.lab': { NS: ['ns.lab.'], DS: ds } });
  assert.ok(root.key);
  const anchors = [root.key.ds()];
  const nowMs = Date.parse('2026-06-01');
  const world = worldLookup([root, leaf]);
  const answers = new Map<string, ReturnType<ValidationLookup>>();
  const lookup: ValidationLookup = async (asked, of) => {
    const answer = answers.get(`${asked} ${of}`) ?? world(asked, of);
    answers.set(`${asked} ${of}`, answer);
    return answer;
  };
  // The second run uses cached answers: signing and hashing is the attacker's work.
  await new Validator({ lookup, anchors, nowMs }).validate(name, type);
  const validator = new Validator({ lookup, anchors, nowMs });
  let [last, held] = [threadCpuMs(), 0];
  const look = (): void => {
    const now = threadCpuMs();
    [held, last] = [Math.max(held, now - last), now];
  };
  const watch = setInterval(look, 1);
  const startMs = threadCpuMs();
  const judged = await validator.validate(name, type);
  look();
  clearInterval(watch);
  return { ...judged, heldMs: held, cpuMs: threadCpuMs() - startMs, ...validator.work };
}

const isRrsig = ({ type }: ResourceRecord): boolean => type === typeCode('RRSIG');
const spoilt = (record: ResourceRecord): ResourceRecord => ({
  ...record,
  rdata: Uint8Array.from([...record.rdata.subarray(0, -96), ...randomBytes(96)]),
});

/** The zone key flag, and the flag bits that have a meaning (RFC 4034 section 2.1.1, RFC 5011 section 7). */
const [zoneKey, meaningful] = [0x0100, 0x0181];

/** Different keys with the same tag: meaningless flag bits make up the difference (RFC 4034 appendix B). */
function keysLike(record: ResourceRecord, count: number): ResourceRecord[] {
  const tag = keyTagOf(record.rdata);
  const found: ResourceRecord[] = [];
  while (found.length < count) {
    const { dnskey } = makeKey(record.name, 14, 0);
    const flags = (tag - keyTagOf(dnskey.rdata) + 0xffff) % 0xffff;
    const rdata = Uint8Array.from([flags >> 8, flags & 255, ...dnskey.rdata.subarray(2)]);
    if ((flags & meaningful) === zoneKey && keyTagOf(rdata) === tag) found.push({ ...dnskey, rdata });
  }
  return found;
}

test('KeyTrap (CVE-2023-50387): many keys of one tag times many signatures', async () => {
  const key = makeKey('x.lab', 14);
  const keys = [key.dnskey, ...keysLike(key.dnskey, 20)];
  const spoil = (message: Message, _name: string, type: string): Message => {
    const signatures = message.answers.filter(isRrsig);
    if (signatures.length === 0) return message;
    const traps = Array.from({ length: 100 }, () => signatures.map(spoilt)).flat();
    if (type === 'DNSKEY') return { ...message, answers: [...keys, key.sign(keys)] };
    return { ...message, answers: [...message.answers.filter((record) => !isRrsig(record)), ...traps] };
  };
  const leaf = zoneOf('x.lab', { 'x.lab': { A: ['203.0.113.1'] } }, { key, spoil });
  const judged = await attacked(leaf, 'x.lab', 'A');
  assert.equal(judged.security, 'indeterminate');
  assert.ok(judged.verifications <= 200, `${judged.verifications} verifications`);
  assert.ok(judged.heldMs < mostHeldMs, `held ${judged.heldMs} ms`);
});

const storm =
  (iterations: number, count: number): NonNullable<WorldZone['spoil']> =>
  (message, name, type) => {
    if (type === 'DNSKEY' || name === 'x.lab') return message;
    const records = Array.from({ length: count }, () =>
      rr(
        `${randomBytes(16).toString('hex')}.x.lab`,
        'NSEC3',
        `1 0 ${iterations} ${'ab'.repeat(255)} ${randomBytes(16).toString('hex').toUpperCase()} A`,
      ),
    );
    return { ...message, authorities: [...records, ...message.authorities] };
  };

for (const [what, iterations, count] of [
  ['NSEC3 storm (CVE-2023-50868): many records with the longest salt', 150, 500],
  ['iterations beyond reason (CVE-2026-1519)', 65_535, 3],
] as const) {
  test(what, async () => {
    const name = `${'a.'.repeat(6)}x.lab`;
    const denial: WorldZone['denial'] = {
      parameters: { algorithm: 1, iterations: Math.min(iterations, 160), salt: new Uint8Array(255) },
      optOut: false,
    };
    const leaf = zoneOf('x.lab', { 'x.lab': { A: ['203.0.113.1'] } }, { denial, spoil: storm(iterations, count) });
    const judged = await attacked(leaf, name, 'A');
    assert.notEqual(judged.security, 'secure');
    assert.notEqual(judged.security, 'insecure');
    assert.ok(judged.hashRounds <= 20_000 + iterations, `${judged.hashRounds} rounds`);
    assert.ok(judged.heldMs < mostHeldMs, `held ${judged.heldMs} ms`);
  });
}
