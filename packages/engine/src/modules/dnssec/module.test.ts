import { fc } from '@perimeter/protocols/testing/random';
import type { OutcomeKind } from '@perimeter/contract/report';
import { mixOf, testModule } from '../../catalogue/testing/module.ts';
import { unseen } from '../../evidence/observed.ts';
import { exampleZone } from '../../evidence/zone/example.ts';
import { dnssec } from './module.ts';
import {
  judged,
  key,
  missing,
  signature,
  signed,
  stripped,
  target,
  unsigned,
  zone,
  type Changes,
} from './testing/evidence.ts';

/** Outcomes of checks that do not need DS and keys, or are decided by their absence. */
const withoutKeys: Partial<Record<string, OutcomeKind>> = {
  'dnssec-unsigned': 'fail',
  'dnssec-mx-zone-bogus': 'not-applicable',
  'dnssec-alias-bogus': 'pass',
  'dnssec-resolver-ede': 'pass',
};

const text = fc.string({ maxLength: 300 });
const hostileSignature = fc.record({
  verdict: fc.constantFrom('valid', 'expired', 'invalid'),
  expiration: fc.nat(),
  inception: fc.nat(),
});
const hostile = fc
  .tuple(
    mixOf(
      zone(),
      zone({ ...judged('bogus', 'ds-mismatch'), ds: [] }),
      zone({ ...judged('insecure', 'no-ds'), keys: null }),
    ),
    fc.array(
      mixOf(target('A'), missing(judged('bogus', 'denial-wrong')), target('MX', judged('bogus', 'rrsig-invalid'))),
      { maxLength: 30 },
    ),
    fc.array(text, { maxLength: 40 }),
    hostileSignature,
  )
  .map(([apexZone, targets, texts, changed]) => {
    const over: Changes = {
      apexZone: {
        ...apexZone,
        keySignatures: [signature({ ...changed, verdict: changed.verdict === 'valid' ? 'valid' : 'expired' })],
        keys: apexZone.keys === null ? null : texts.map((_, keyTag) => key({ keyTag, algorithm: keyTag })),
      },
      targets: targets.map((one, at) => ({ ...one, owner: texts[at] ?? one.owner, name: texts[at] ?? one.name })),
      mx: texts.map((host) => ({ host, zone: null, ...judged('bogus', 'rrsig-expired') })),
      reliesOn: texts.map((name) => ({ name, type: 'TLSA' })),
      resolver: {
        status: 'servfail',
        authenticated: false,
        extendedErrors: texts.map((one, code) => ({ code, text: one })),
      },
    };
    return signed(over);
  });

testModule(dnssec, {
  sound: { evidence: [signed()], otherwise: { 'dnssec-rsa-key-short': 'not-applicable' } },
  silent: {
    evidence: [
      signed({ apex: null, zones: [], targets: [], mx: null, nsec3Param: unseen('timeout', 'nothing-answered') }),
      { ...signed(stripped), zone: exampleZone() },
    ],
  },
  refused: { evidence: [{ ...signed({ ...unsigned, mx: [] }), zone: exampleZone() }], otherwise: withoutKeys },
  hostile,
});
