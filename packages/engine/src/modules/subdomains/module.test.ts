import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { nameSources } from '@perimeter/protocols/names/inventory';
import { testModule } from '../../catalogue/testing/module.ts';
import { exampleHostAnswer, exampleServiceAlias } from '../../evidence/names/example.ts';
import { namesEvidence } from '../../evidence/names/schema.ts';
import { seen } from '../../evidence/observed.ts';
import { hostileHeaders } from '../derive/http/testing/situations.ts';
import { subdomains } from './module.ts';
import { host, named, nameless, own, randoms, reference, silent } from './testing/evidence.ts';

const text = fc.string({ unit: anyCharacter, maxLength: 200 });
const texts = fc.array(text, { maxLength: 30 });

/** Arbitrary data from zones, services and hosts. */
const names = fc
  .tuple(text, texts, fc.constantFrom('exists', 'missing', 'unknown', 'no-address'))
  .map(([one, many, status]) =>
    namesEvidence.parse(
      named({
        inventory: many.map((name, at) =>
          own('x', {
            name,
            status,
            aliases: at % 2 === 0 ? [one] : [],
            addresses: [{ address: one, blockedBy: name }],
            sources: [...nameSources],
            reverse: seen(at % 3 === 0 ? `${one}.compute.amazonaws.com` : null),
          }),
        ),
        randoms: randoms({ status: 'exists', aliases: many }),
        services: many.map((name) =>
          exampleServiceAlias(name, { target: one, service: one, exists: 'no', byNxdomain: true }),
        ),
        references: many.map((name) => ({
          ...reference('cname', 'x', 'unregistered'),
          usedBy: [{ kind: 'srv' as const, name, target: one }],
        })),
        pointersOpen: many,
        childZones: many.map((name) => ({
          name,
          servers: [{ name: `${one}.name.com`, address: one, rcode: seen(5) }],
        })),
        hosts: many.map((name) => ({
          ...host('x', { name, tls: { authorized: false, problem: one, names: many } }),
          http: seen(exampleHostAnswer({ title: one, software: many })),
        })),
        walk: seen({ names: many, ended: 'most' }),
      }).names,
    ),
  );

testModule(subdomains, {
  silent: { evidence: [silent] },
  refused: { evidence: [nameless] },
  hostile: fc.tuple(names, hostileHeaders).map(([found, lines]) => ({ ...named({}, lines), names: found })),
});
