import { silentDatagram } from '../../../evidence/ports/example.ts';
import type { DatagramAnswer } from '../../../evidence/ports/schema.ts';
import { notAsked, portOf, serviceRows, sweptWith, testRows } from '../testing/evidence.ts';
import { svcAmplifier, svcIcs, svcIpmi } from './industrial.ts';

const answered = (change: Partial<DatagramAnswer>, place = {}) =>
  sweptWith([], place, { datagrams: [{ ...silentDatagram, state: 'answered', heard: 'ff', ...change }] });
const ipmi = { service: 'ipmi', port: 623, sentBytes: 12, heardBytes: 28 } as const;

testRows([
  ...serviceRows(svcIcs, portOf(502), 'fail', /Modbus.*Nothing was sent/),
  [svcIpmi, 'it answers', answered(ipmi), 'fail', /RMCP[^]*bytes\.fromhex\('0600ff06/],
  [svcIpmi, 'no answer', sweptWith([], {}, { datagrams: [{ ...silentDatagram, ...ipmi }] }), 'pass'],
  [svcIpmi, 'no authority', sweptWith([]), 'not-applicable', /authority/],
  [svcIpmi, 'robots.txt bars it', notAsked('robots'), 'inconclusive'],
  [svcAmplifier, 'twice as much', answered({ sentBytes: 12, heardBytes: 24 }), 'fail', /12 bytes with 24/],
  [svcAmplifier, 'less', answered({ sentBytes: 12, heardBytes: 23 }), 'pass'],
  [svcAmplifier, 'no answer', sweptWith([], {}, { datagrams: [silentDatagram] }), 'pass', /None of 1/],
  [
    svcAmplifier,
    'it was not seen',
    sweptWith([], {}, { datagrams: [{ ...silentDatagram, state: 'unseen' }] }),
    'inconclusive',
  ],
  [svcAmplifier, 'an edge', answered({ heardBytes: 99 }, { edge: { name: 'x', by: 'range' } }), 'not-applicable'],
]);
