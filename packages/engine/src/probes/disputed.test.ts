import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '@perimeter/protocols/dns/message';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { AuthoritativeClient } from '../net/authoritative/client.ts';
import { makeKey } from '../net/dnssec/signed-zone.ts';
import { bogus, secure } from '../net/dnssec/validator/security.ts';
import { worldLookup, zoneOf } from '../net/dnssec/validator/testing/world.ts';
import { Validator } from '../net/dnssec/validator/validator.ts';
import { settled } from './disputed.ts';

const key = makeKey('x.lab');
const root = zoneOf('.', { 'x.lab': { NS: ['ns.lab.'], DS: [printRdata(typeCode('DS'), key.ds().rdata)] } });
const records = { 'x.lab': { A: ['203.0.113.1'], NS: ['ns.lab.'] }, 'ns.lab': { A: ['203.0.113.53'] } };
const sound = zoneOf('x.lab', records, { key });
const unsigned = (message: Message): Message => ({
  ...message,
  answers: message.answers.filter(({ type }) => type !== typeCode('RRSIG')),
});
const broken = zoneOf('x.lab', records, { key, spoil: unsigned });

/** The result of a bogus resolver answer, by the name server's answer. */
async function settle(
  server: typeof sound | null,
  place: { name: string; type: string },
  { authoritative = true, judged = bogus('rrsig-expired'), names = ['ns.lab.'] } = {},
) {
  assert.ok(root.key);
  const nowMs = Date.parse('2026-06-01');
  const validator = new Validator({ lookup: worldLookup([root, sound]), anchors: [root.key.ds()], nowMs });
  const lookup = worldLookup(server === null ? [root] : [root, server]);
  const ask: AuthoritativeClient['ask'] = async (_, { name, type }) => {
    const message = server === null ? null : await lookup(name, type);
    if (message === null) return { ok: false, failure: { reason: 'timeout', gap: 'no-reply' } as never };
    const whole = { ...message, flags: { ...message.flags, authoritative } };
    const seen = {
      bytes: 1,
      questionBytes: 1,
      roundTripMs: 1,
      transport: 'udp',
      truncated: false,
      start: null,
    } as const;
    return { ok: true, reply: { readable: true, message: whole }, ...seen };
  };
  const answers: Record<string, string[]> = { NS: names, A: ['203.0.113.53'] };
  const context = {
    signal: new AbortController().signal,
    target: { startedAtMs: nowMs },
    validator,
    authoritative: { ask },
    resolver: {
      query: async (_: string, type: string) => ({ records: (answers[type] ?? []).map((data) => ({ data })) }),
    },
  };
  const step = { kind: 'records', zone: 'x.lab', signature: null, ...place, ...judged } as const;
  const validated = { ...judged, effective: judged, records: [], owner: place.name, proof: [step] };
  const { security, reason } = await settled(context as never, validated);
  return `${security} ${reason}`;
}

const address = { name: 'x.lab', type: 'A' };
const keys = { name: 'x.lab', type: 'DNSKEY' };

test('a valid answer of a name server is disputed, and the zone is not bogus', async () => {
  assert.equal(await settle(sound, address), 'indeterminate disputed');
  assert.equal(await settle(sound, keys, { judged: bogus('ds-mismatch') }), 'indeterminate disputed');
  assert.equal(await settle(sound, { name: 'x.lab', type: 'AAAA' }), 'indeterminate disputed');
});

test('an answer that no name server gives validly stays bogus', async () => {
  assert.equal(await settle(broken, address), 'bogus rrsig-expired');
  assert.equal(await settle(broken, keys), 'bogus rrsig-expired');
  assert.equal(await settle(null, address), 'bogus rrsig-expired');
  assert.equal(await settle(sound, address, { authoritative: false }), 'bogus rrsig-expired');
});

test('an answer that is not bogus is not confirmed', async () => {
  assert.equal(await settle(sound, address, { judged: secure }), 'secure signed');
});

test('an answer that could not be confirmed with any name server stays open', async () => {
  assert.equal(await settle(sound, address, { names: [] }), 'indeterminate no-answer');
});
