import { seen, unseen } from '../../evidence/observed.ts';
import type { OriginCandidate } from '../../evidence/routing/schema.ts';
import { cdnOriginExposed } from './origin.ts';
import { base, type Given, type Row, testRows } from './testing/evidence.ts';

type Seen = Extract<OriginCandidate['answer'], { known: true }>['value'];
const same: Seen = { status: 200, title: 'Site', simhash: 'ff00', edge: null, certificate: null, trusted: true };
const asked = (answer: OriginCandidate['answer'] | null): Given => ({
  change: {
    origin: {
      url: `https://${base}/`,
      edge: 'Cloudflare',
      title: 'Site',
      simhash: 'ff01',
      status: 200,
      candidates: answer === null ? [] : [{ address: '192.0.2.99', names: [`mail.${base}`], answer }],
    },
  },
});

const rows: readonly Row[] = [
  [cdnOriginExposed, 'the same page', asked(seen(same)), 'fail', /--resolve site\.lab:443:192\.0\.2\.99/],
  [cdnOriginExposed, 'another page', asked(seen({ ...same, simhash: '00ffff' })), 'pass'],
  [cdnOriginExposed, 'another title', asked(seen({ ...same, title: 'Mail' })), 'pass'],
  [cdnOriginExposed, 'a refusal', asked(seen({ ...same, status: 403 })), 'pass'],
  [cdnOriginExposed, 'through the CDN, too', asked(seen({ ...same, edge: 'Cloudflare' })), 'pass'],
  [cdnOriginExposed, 'a page without text', asked(seen({ ...same, simhash: null })), 'pass'],
  [cdnOriginExposed, 'refused', asked(unseen('refused', 'no-address')), 'pass'],
  [cdnOriginExposed, 'silence', asked(unseen('timeout', 'no-address')), 'inconclusive'],
  [cdnOriginExposed, 'no other address', asked(null), 'not-applicable'],
  [cdnOriginExposed, 'no CDN', { change: { origin: null } }, 'not-applicable'],
];

testRows(rows);
