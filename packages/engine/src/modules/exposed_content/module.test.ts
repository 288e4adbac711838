import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { fileKinds } from '@perimeter/protocols/exposure/validators';
import { testModule } from '../../catalogue/testing/module.ts';
import { exposureEvidence } from '../../evidence/exposure/schema.ts';
import { hostileHeaders } from '../derive/http/testing/situations.ts';
import { html } from '../derive/http/testing/evidence.ts';
import { exposedContent } from './module.ts';
import { hitOf, namelessSite, refusedSite, silentSite, swept, walledSite } from './testing/evidence.ts';

const groups = ['git', 'env', 'log', 'admin', 'actuator', 'api', 'listing', 'state'] as const;
const text = fc.string({ unit: anyCharacter, maxLength: 200 });

/** Arbitrary paths and results, as a hostile site could produce them. */
const results = fc
  .array(fc.tuple(fc.constantFrom(...groups), fc.constantFrom(...fileKinds), text, text), { maxLength: 9 })
  .map((rows) =>
    rows.map(([group, kind, type, line], at) =>
      hitOf(`/${group}-${String(at)}`, group, kind, {
        type,
        proof: [line],
        mark: 'login',
        listed: { path: '/x', status: null },
      }),
    ),
  );

testModule(exposedContent, {
  silent: { evidence: [silentSite] },
  refused: { evidence: [refusedSite, namelessSite] },
  walled: { evidence: [walledSite] },
  hostile: fc
    .tuple(results, hostileHeaders)
    .map(([paths, lines]) => ({ ...html(lines), exposure: exposureEvidence.parse(swept(paths).exposure) })),
});
