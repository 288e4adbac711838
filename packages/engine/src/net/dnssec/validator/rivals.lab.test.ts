import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { dnssecZones, type DnssecZone } from '@perimeter/lab/dns/dnssec-zones.data';
import { labTest } from '@perimeter/lab/harness';
import { labContext } from '../../../probes/testing/lab-context.ts';
import { askDelv, askDnsviz, askDrill, askUnbound, writeAnchors } from './testing/rivals.ts';

// Every DNSSEC zone of the lab, judged by our validator and by four others.

let folder = '';
let anchors = { delv: '', zoneFile: '' };

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'perimeter-rivals-'));
  const { settings } = labContext('good.lab');
  anchors = writeAnchors(folder, settings.trustAnchors ?? '');
});
after(() => rmSync(folder, { recursive: true, force: true }));

const questionOf = ({ origin, question: [below, type] = ['@', 'TXT'] }: DnssecZone): [string, string] => [
  below === '@' ? origin : `${below}.${origin}`,
  type,
];

const daemons = { own: [], knot: ['knotd'], powerdns: ['pdns_server'] } as const;

for (const zone of dnssecZones) {
  const [name, type] = questionOf(zone);
  const listed = zone.differs === undefined ? '' : ', but for what is listed';
  const servers = daemons[zone.signing?.own?.live?.by ?? 'own'];
  labTest(
    `${name} ${type} is ${zone.verdict}, as unbound, delv and drill find it${listed}`,
    async () => {
      const { validator } = labContext(zone.origin);
      const { security, reason, proof } = await validator.validate(name, type);
      assert.equal(`${security} ${reason}`, zone.verdict, JSON.stringify(proof, null, 1));
      const [unbound, delv, drill] = await Promise.all([
        askUnbound(name, type),
        askDelv(anchors.delv, name, type),
        askDrill(anchors.zoneFile, name, type),
      ]);
      const expected = {
        unbound: zone.differs?.unbound ?? security,
        delv: zone.differs?.delv ?? security,
        drill: zone.differs?.drill ?? (security === 'secure' ? 'chain' : 'no-chain'),
      };
      assert.deepEqual({ unbound: unbound.verdict, delv, drill: drill.verdict }, expected);
      if (security !== 'bogus') return;
      assert.ok(unbound.fits(reason), unbound.printed);
      assert.ok(drill.fits(reason), drill.printed);
    },
    ['dig', 'delv', 'drill', ...servers],
  );
}

labTest(
  'dnsviz finds the same answers bogus, for reasons of the same class',
  async () => {
    const zones = dnssecZones.filter(({ differs }) => differs?.dnsviz !== 'fails');
    const answerOf = await askDnsviz({ zoneFile: anchors.zoneFile, folder }, zones.map(questionOf));
    const table = zones.map((zone) => {
      const [security = '', reason = ''] = zone.verdict.split(' ');
      const { verdict, fits, printed } = answerOf(...questionOf(zone));
      const expected = zone.differs?.dnsviz ?? (security === 'bogus' ? 'bogus' : 'sound');
      const unfit =
        expected === 'bogus' && security === 'bogus' && !fits(reason) ? `, not for ${reason}: ${printed}` : '';
      return { found: `${zone.origin} ${verdict}${unfit}`, expected: `${zone.origin} ${expected}` };
    });
    assert.deepEqual(
      table.map(({ found }) => found),
      table.map(({ expected }) => expected),
    );
  },
  ['dnsviz', 'knotd', 'pdns_server'],
);
