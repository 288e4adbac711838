import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { ValidationLookup } from './security.ts';
import { worldLookup, zoneOf } from './testing/world.ts';
import { Validator, type Validated } from './validator.ts';

const leaf = zoneOf('x.lab', {
  'x.lab': { A: ['203.0.113.1'] },
  'www.x.lab': { CNAME: ['x.lab.'] },
  '*.wild.x.lab': { A: ['203.0.113.2'] },
});
const ds = leaf.key === null ? '' : printRdata(typeCode('DS'), leaf.key.ds().rdata);
const root = zoneOf('.', { 'x.lab': { NS: ['ns.lab.'], DS: [ds] }, 'plain.lab': { NS: ['ns.lab.'] } });
const world = worldLookup([root, leaf]);
const answers = new Map<string, ReturnType<ValidationLookup>>();
/** Cached answers: signing takes longer than the test itself. */
const honest: ValidationLookup = async (name, type) => {
  const key = `${name} ${type}`;
  const answer = answers.get(key) ?? world(name, type);
  answers.set(key, answer);
  return answer;
};
const anchors = root.key === null ? [] : [root.key.ds()];

const validate = async (lookup: ValidationLookup, name: string, type: string): Promise<Validated> =>
  new Validator({ lookup, anchors, nowMs: Date.parse('2026-06-01') }).validate(name, type);

const textOf = ({ name, type, rdata }: ResourceRecord): string => `${name} ${printRdata(type, rdata)}`;

/** A modification of one record in the answers. */
interface Attack {
  question: string;
  record: number;
  act: 'drop' | 'flip' | 'rename';
  octet: number;
}

function apply({ record, act, octet }: Attack, records: readonly ResourceRecord[]): ResourceRecord[] {
  const at = records.length === 0 ? -1 : record % records.length;
  return records.flatMap((one, index) => {
    if (index !== at) return [one];
    if (act === 'drop') return [];
    if (act === 'rename') return [{ ...one, name: 'other.x.lab' }];
    return [{ ...one, rdata: one.rdata.map((value, i) => (i === octet % one.rdata.length ? value ^ 1 : value)) }];
  });
}

const attackedBy =
  (attack: Attack): ValidationLookup =>
  async (name, type) => {
    const message = await honest(name, type);
    if (message === null || `${name} ${type}` !== attack.question) return message;
    const changed = apply(attack, [...message.answers, ...message.authorities]);
    const cut = Math.min(message.answers.length, changed.length);
    return { ...message, answers: changed.slice(0, cut), authorities: changed.slice(cut) };
  };

const attacks = fc.record({
  question: fc.constantFrom(
    '. DNSKEY',
    'x.lab DS',
    'x.lab DNSKEY',
    'x.lab A',
    'x.lab MX',
    'www.x.lab A',
    'a.wild.x.lab A',
    'no.x.lab A',
    'plain.lab DS',
    'lab DS',
  ),
  record: fc.nat(20),
  act: fc.constantFrom('drop', 'flip', 'rename'),
  octet: fc.nat(80),
});

const asked = [
  ['x.lab', 'A'],
  ['x.lab', 'MX'],
  ['www.x.lab', 'A'],
  ['a.wild.x.lab', 'A'],
  ['no.x.lab', 'A'],
] as const;

test('after any modification of one record, no wrong data is secure and no signed zone is insecure', async () => {
  const truths = await Promise.all(
    asked.map(async ([name, type]) => ({ name, type, truth: await validate(honest, name, type) })),
  );
  assert.ok(truths.every(({ truth }) => truth.security === 'secure'));
  const run = fc.asyncProperty(attacks, async (attack: Attack) => {
    for (const { name, type, truth } of truths) {
      const seen = await validate(attackedBy(attack), name, type);
      assert.notEqual(seen.security, 'insecure', `${name} ${type}`);
      if (seen.security === 'secure') assert.deepEqual(seen.records.map(textOf), truth.records.map(textOf));
    }
  });
  await fc.assert(run, { numRuns: 120 });
});
