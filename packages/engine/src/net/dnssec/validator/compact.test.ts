import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseCodes, type Message } from '@perimeter/protocols/dns/message';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { rr } from '../../resolver/scripted-server.ts';
import { makeKey } from '../signed-zone.ts';
import { worldLookup, zoneOf } from './testing/world.ts';
import { Validator, type Validated } from './validator.ts';

// Compact denial (RFC 9824): an NSEC record at the queried name, created and signed on the fly.

const key = makeKey('x.lab');

interface Compact {
  types: string;
  /** Owner and next name of the NSEC record; default: the name and its immediate successor. */
  owner?: string;
  next?: string;
  responseCode?: number;
  /** The signature belongs to another record. */
  unsigned?: boolean;
}

/** A zone's answer about a name without records. */
async function answered(
  name: string,
  type: string,
  { types, owner = name, next = `\\000.${name}.`, responseCode = responseCodes.noError, unsigned = false }: Compact,
): Promise<Validated> {
  const spoil = (message: Message, asked: string): Message => {
    if (!asked.endsWith('.x.lab')) return message;
    const soa = message.authorities.filter(({ type: code }) => code === typeCode('SOA'));
    const nsec = [rr(owner, 'NSEC', `${next} ${types}`)];
    const signed = (set: readonly ResourceRecord[]): ResourceRecord[] => [...set, key.sign(set, { signer: 'x.lab' })];
    return { ...message, responseCode, authorities: [...signed(soa), ...(unsigned ? nsec : signed(nsec))] };
  };
  const leaf = zoneOf('x.lab', { 'x.lab': { A: ['203.0.113.1'] } }, { key, spoil });
  const root = zoneOf('.', { 'x.lab': { NS: ['ns.lab.'], DS: [printRdata(typeCode('DS'), key.ds().rdata)] } });
  assert.ok(root.key);
  const settings = { lookup: worldLookup([root, leaf]), anchors: [root.key.ds()], nowMs: Date.parse('2026-06-01') };
  return new Validator(settings).validate(name, type);
}

const examples: readonly (readonly [what: string, type: string, Compact, verdict: string])[] = [
  ['section 3.1: a missing name with NXNAME', 'A', { types: 'RRSIG NSEC NXNAME' }, 'secure signed'],
  [
    'section 5.1: the same with the response code restored',
    'A',
    { types: 'RRSIG NSEC NXNAME', responseCode: responseCodes.nameError },
    'secure signed',
  ],
  ['section 3.2: a missing type', 'A', { types: 'AAAA TXT RRSIG NSEC' }, 'secure signed'],
  ['section 3.3: an empty non-terminal', 'A', { types: 'RRSIG NSEC' }, 'secure signed'],
  ['a record that lists the type', 'A', { types: 'A RRSIG NSEC' }, 'bogus denial-wrong'],
  ['a record that lists an alias', 'TXT', { types: 'CNAME RRSIG NSEC' }, 'bogus denial-wrong'],
  [
    'the record of another name',
    'A',
    { types: 'RRSIG NSEC NXNAME', owner: 'z.x.lab', next: '\\000.z.x.lab.' },
    'bogus denial-wrong',
  ],
  ['an unsigned record', 'A', { types: 'RRSIG NSEC NXNAME', unsigned: true }, 'bogus rrsig-missing'],
];

for (const [what, type, compact, verdict] of examples) {
  test(`compact denial, ${what}: ${verdict}`, async () => {
    const { security, reason, proof } = await answered('no.x.lab', type, compact);
    assert.equal(`${security} ${reason}`, verdict, JSON.stringify(proof.at(-1), null, 1));
  });
}
