import { seen, unseen, untested } from '../../evidence/observed.ts';
import { exampleAddress } from '../../evidence/routing/example.ts';
import type { Vrp } from '../../evidence/routing/schema.ts';
import { asnInventory, rpkiInvalid, rpkiNotFound } from './routes.ts';
import { four, type Given, madeBefore, type Row, six, testRows } from './testing/evidence.ts';

const routed = (vrps: readonly Vrp[], systems = [64_500], days = 1, inSets: number[] = []): Given => ({
  change: {
    addresses: [
      exampleAddress(four, { route: seen({ prefix: '192.0.2.0/24', systems, inSets }), vrps: seen([...vrps]) }),
    ],
    sources: [madeBefore('routes', 1), madeBefore('vrps', days)],
  },
});
const roa = (system: number, maxLength = 24, prefix = '192.0.2.0/24'): Vrp => ({ prefix, system, maxLength });
const routed6 = (vrps: readonly Vrp[]): Given => ({
  change: {
    addresses: [
      exampleAddress(six, { route: seen({ prefix: '2001:db8::/32', systems: [64_500] }), vrps: seen([...vrps]) }),
    ],
    sources: [madeBefore('routes', 1), madeBefore('vrps', 1)],
  },
});
const withoutFiles: Given = {
  change: { addresses: [exampleAddress(four, { route: untested('routes-off'), vrps: untested('vrps-off') })] },
};
const unrouted: Given = { change: { addresses: [exampleAddress(four, { route: seen(null), vrps: seen([]) })] } };

/** Two addresses; the route query of one failed. */
const halfSeen: Given = {
  change: {
    addresses: [
      exampleAddress(four, { route: seen({ prefix: '192.0.2.0/24', systems: [64_500] }), vrps: seen([roa(64_500)]) }),
      exampleAddress(six, { route: unseen('timeout', 'nothing-answered'), vrps: seen([]) }),
    ],
    sources: [madeBefore('routes', 1), madeBefore('vrps', 1)],
  },
};

const rows: readonly Row[] = [
  [rpkiInvalid, 'one of two routes was not seen', halfSeen, 'inconclusive', /route to \S+ was not seen/],
  [rpkiNotFound, 'one of two routes was not seen', halfSeen, 'inconclusive', /route to \S+ was not seen/],
  [rpkiInvalid, 'the origin of the ROA', routed([roa(64_500)]), 'pass'],
  [rpkiInvalid, 'another origin of an IPv6 route', routed6([roa(64_501, 48, '2001:db8::/32')]), 'fail', /\?type=AAAA/],
  [rpkiNotFound, 'an IPv6 route without ROA', routed6([]), 'informational', /\?type=AAAA/],
  [rpkiInvalid, 'no ROA at all', routed([]), 'pass'],
  [
    rpkiInvalid,
    'another origin',
    routed([roa(64_501)]),
    'fail',
    /AS64500 announces it, and the holder's ROA names other/,
  ],
  [rpkiInvalid, 'too long', routed([roa(64_500, 22, '192.0.0.0/22')]), 'fail', /longer than the ROA allows/],
  [rpkiInvalid, 'one of two ROAs matches', routed([roa(64_501), roa(64_500)]), 'pass'],
  [rpkiInvalid, 'a ROA for AS0', routed([roa(0)], [0]), 'fail', /lets nobody announce it/],
  [rpkiInvalid, 'a ROA for AS0 beside another', routed([roa(0), roa(64_501)]), 'fail', /names other systems/],
  [rpkiInvalid, 'one of two origins', routed([roa(64_500)], [64_500, 64_666]), 'fail', /AS64666/],
  [
    rpkiInvalid,
    'a set of systems, one of which has a ROA',
    routed([roa(64_500)], [64_500, 64_501], 1, [64_500, 64_501]),
    'fail',
    /names no origin[^]*without AS_SET/,
  ],
  [rpkiInvalid, 'a set of systems without a ROA', routed([], [64_500, 64_501], 1, [64_500, 64_501]), 'pass'],
  [rpkiNotFound, 'a set of systems without a ROA', routed([], [64_500], 1, [64_500]), 'informational'],
  [rpkiInvalid, 'a set beside a sound route', routed([roa(64_500)], [64_500, 64_501], 1, [64_501]), 'fail', /AS_SET/],
  [rpkiInvalid, 'the ROA of another network', routed([roa(64_501, 24, '198.51.100.0/24')]), 'pass'],
  [rpkiInvalid, 'a longer ROA than the route', routed([roa(64_501, 32, '192.0.2.0/25')]), 'pass'],
  [rpkiInvalid, 'a list of two months', routed([roa(64_501)], [64_500], 60), 'inconclusive', /60 days old/],
  [rpkiInvalid, 'a list of five days', routed([roa(64_501)], [64_500], 5), 'fail'],
  [rpkiInvalid, 'no files', withoutFiles, 'not-applicable', /PERIMETER_ROUTES/],
  [rpkiInvalid, 'no route', unrouted, 'inconclusive'],
  [rpkiNotFound, 'covered', routed([roa(64_500)]), 'pass'],
  [rpkiNotFound, 'no ROA', routed([]), 'informational', /192\.0\.2\.0\/24/],
  [rpkiNotFound, 'no ROA in a list of three days', routed([], [64_500], 3), 'inconclusive', /3 days old/],
  [rpkiNotFound, 'no files', withoutFiles, 'not-applicable'],
  [asnInventory, 'a route', routed([]), 'informational', /192\.0\.2\.80 in 192\.0\.2\.0\/24 by AS64500/],
  [asnInventory, 'no files', withoutFiles, 'not-applicable'],
  [asnInventory, 'no route', unrouted, 'inconclusive'],
];

testRows(rows);
