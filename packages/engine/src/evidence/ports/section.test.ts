import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutePort, quietAddress, silentDatagram } from './example.ts';
import { noPorts } from './none.ts';
import { exposureMap, portMatrix } from './map.ts';
import type { OpenPort, PortsEvidence } from './schema.ts';
import { portsSection } from './section.ts';

const open: OpenPort[] = [
  { ...mutePort, port: 22, service: 'ssh' },
  { ...mutePort, port: 6379, service: 'redis', access: 'open' },
  { ...mutePort, port: 3306, service: 'mysql', product: 'MariaDB', version: '10.11.6', access: 'guarded' },
  { ...mutePort, port: 1883 },
];
const swept: PortsEvidence = {
  ...noPorts,
  notAsked: null,
  addresses: [{ ...quietAddress, closed: [21, 23], silent: [445], sharedWith: 'hoster.example' }],
  open,
  datagrams: [silentDatagram, { ...silentDatagram, state: 'answered', heardBytes: 99 }],
};

test('addresses, open ports and answered datagrams have a table each', () => {
  const section = portsSection({ ports: swept });
  assert.deepEqual(
    section?.tables.map(({ caption, rows }) => [caption, rows.length]),
    [
      ['Tested addresses', 1],
      ['Exposure map', 4],
      ['Open ports', 4],
      ['UDP services that answered', 1],
    ],
  );
  assert.deepEqual(section.tables[0]?.rows[0]?.slice(2, 6), [32, 4, 2, 1]);
  assert.deepEqual(
    section.tables[2]?.rows.map((row) => row[2]),
    ['SSH', 'Redis', 'MariaDB', null],
  );
});

test('nothing was tested: there is no section', () => {
  assert.equal(portsSection({ ports: noPorts }), null);
  assert.equal(portsSection({}), null);
});

test('the figure has the ports, and one box each for what is closed and what is silent', () => {
  const [figure] = exposureMap(swept);
  assert.deepEqual(
    figure?.scene.nodes.map(({ label, tone }) => `${label} ${tone}`),
    [
      'site.lab neutral',
      '6379 bad',
      '3306 fair',
      '22 neutral',
      '1883 neutral',
      '× 2 closed good',
      '? 1 without an answer neutral',
    ],
  );
  assert.equal(figure.scene.layout, undefined);
  assert.deepEqual(figure.scene.nodes[1]?.details, ['! no login', 'Redis']);
  assert.deepEqual(exposureMap({ ...swept, open: [] }), []);
  assert.deepEqual(exposureMap({ ...swept, addresses: [{ ...quietAddress, tarpit: true }] }), []);
});

test('the map has a row for each open port, with words for each address', () => {
  const address = '203.0.113.11';
  const others = [
    { ...quietAddress, address, closed: [22], silent: [6379] },
    { ...quietAddress, address: '203.0.113.12', tarpit: true },
  ];
  const { rows, note } = portMatrix({ ...swept, addresses: [...swept.addresses, ...others] });
  const shown = rows.map(([port, ...cells]) => [
    port,
    ...cells.map((cell) => (cell !== null && typeof cell === 'object' ? cell.text : cell)),
  ]);
  assert.deepEqual(shown, [
    [22, 'open', 'closed', 'no answer'],
    [1883, 'open', null, 'no answer'],
    [3306, 'refuses strangers', null, 'no answer'],
    [6379, 'no login', 'no answer', 'no answer'],
  ]);
  assert.match(note ?? '', /^Ports that are open at no address/);
});

test('many ports stand around the address, at most 36 of them', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ ...mutePort, port: 8000 + at }));
  const [figure] = exposureMap({ ...swept, open: many });
  assert.equal(figure?.scene.layout, 'around');
  assert.equal(figure.scene.nodes.length, 1 + 36 + 2);
});
