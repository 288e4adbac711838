import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { testModule } from '../../catalogue/testing/module.ts';
import { seen } from '../../evidence/observed.ts';
import { exampleAddress, exampleHost } from '../../evidence/routing/example.ts';
import { routingEvidence } from '../../evidence/routing/schema.ts';
import { routingReputation } from './module.ts';
import { empty, evidenceOf, routing, silent } from './testing/evidence.ts';

const text = fc.string({ unit: anyCharacter, maxLength: 200 });
const texts = fc.array(text, { maxLength: 30 });

/** Arbitrary data from registries, zones, lists and origins. */
const hostile = fc.tuple(text, texts, fc.boolean()).map(([one, many, isOwn]) =>
  routingEvidence.parse(
    routing({
      registration: seen({ statuses: many, expiresMs: null, url: one, registrar: one }),
      hosts: (['web', 'mail', 'name-server'] as const).flatMap((role) =>
        many.map((name) => exampleHost(name, { role, ipv4: seen([one]), ipv6: seen(isOwn ? [name] : []) })),
      ),
      addresses: [one, ...many].map((address) =>
        exampleAddress(address, {
          reverse: seen(isOwn ? one : null),
          ...(isOwn ? { blockedBy: one } : {}),
          route: seen({ prefix: one, systems: [0, 64_500] }),
          vrps: seen([{ prefix: one, system: 1, maxLength: 24 }]),
        }),
      ),
      lists: many.flatMap((subject) =>
        (['address', 'domain'] as const).flatMap((about) =>
          (['listed-test', 'unlisted-test', 'subject'] as const).map((role) => ({
            list: one,
            about,
            isSpamhaus: isOwn,
            subject,
            role,
            answers: seen(role === 'unlisted-test' ? [] : ['127.0.0.2', one]),
          })),
        ),
      ),
      origin: {
        url: 'https://site.lab/',
        edge: one,
        title: one,
        simhash: '00',
        status: 200,
        candidates: many.map((address) => ({
          address,
          names: many,
          answer: seen({ status: 200, title: one, simhash: '00', edge: null, certificate: one, trusted: isOwn }),
        })),
      },
    }),
  ),
);

testModule(routingReputation, {
  silent: {
    evidence: [silent],
    otherwise: { 'rpki-invalid': 'inconclusive' },
  },
  refused: { evidence: [empty], otherwise: { 'ip6-ns': 'inconclusive' } },
  hostile: hostile.map((found) => ({ ...evidenceOf({}), routing: found })),
});
