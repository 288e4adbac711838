import { html, type Row, silent, site, testRows } from '../derive/http/testing/evidence.ts';
import {
  isoCoepInvalid,
  isoCoepMissing,
  isoCoopInvalid,
  isoCoopMissing,
  isoCorpInvalid,
  isoCorpMissing,
  isoReportOnly,
  isoState,
} from './isolation.ts';

const coop = (value: string): string => `Cross-Origin-Opener-Policy: ${value}`;
const coep = (value: string): string => `Cross-Origin-Embedder-Policy: ${value}`;
const corp = (value: string): string => `Cross-Origin-Resource-Policy: ${value}`;
const json = (...lines: string[]) => site(['Content-Type: application/json', ...lines]);

const rows: Row[] = [
  [isoCoopInvalid, 'a word of its own', html([coop('sameorigin')]), 'informational', /know no such value/],
  [isoCoopInvalid, 'quotes', html([coop('"same-origin"')]), 'informational'],
  [isoCoopInvalid, 'capitals', html([coop('Same-Origin')]), 'informational'],
  [isoCoopInvalid, 'twice', html([coop('same-origin'), coop('same-origin')]), 'informational', /more than once/],
  [isoCoopInvalid, 'a parameter', html([coop('same-origin; report-to="x"')]), 'pass'],
  [isoCoopInvalid, 'every known value', html([coop('noopener-allow-popups')]), 'pass'],
  [isoCoopInvalid, 'no header', html([]), 'not-applicable'],
  [isoCoopInvalid, 'JSON', json(coop('x')), 'not-applicable'],
  [isoCoopInvalid, 'silence', silent, 'inconclusive'],
  [isoCoepInvalid, 'a word of its own', html([coep('required')]), 'informational'],
  [isoCoepInvalid, 'credentialless', html([coep('credentialless')]), 'pass'],
  [isoCoepInvalid, 'no header', html([]), 'not-applicable'],
  [isoCoepInvalid, 'silence', silent, 'inconclusive'],
  [isoCorpInvalid, 'capitals', html([corp('Same-Origin')]), 'informational'],
  [isoCorpInvalid, 'a parameter', html([corp('same-origin; a')]), 'informational'],
  [isoCorpInvalid, 'JSON', json(corp('same-site')), 'pass'],
  [isoCorpInvalid, 'no header', html([]), 'not-applicable'],
  [isoCorpInvalid, 'silence', silent, 'inconclusive'],
  [isoCoopMissing, 'no header', html([]), 'informational', /is not sent/],
  [isoCoopMissing, 'the default', html([coop('unsafe-none')]), 'informational', /the default/],
  [isoCoopMissing, 'same-origin', html([coop('same-origin')]), 'pass'],
  [isoCoopMissing, 'an invalid one', html([coop('x y')]), 'not-applicable'],
  [isoCoopMissing, 'silence', silent, 'inconclusive'],
  [isoCoepMissing, 'no header', html([]), 'informational'],
  [isoCoepMissing, 'require-corp', html([coep('require-corp')]), 'pass'],
  [isoCoepMissing, 'JSON', json(), 'not-applicable'],
  [isoCorpMissing, 'no header', html([]), 'informational'],
  [isoCorpMissing, 'for everyone', html([corp('cross-origin')]), 'pass'],
  [isoCorpMissing, 'an invalid one', html([corp('all')]), 'not-applicable'],
  [isoState, 'both', html([coop('same-origin'), coep('require-corp')]), 'pass'],
  [isoState, 'one', html([coop('same-origin')]), 'informational', /is not cross-origin isolated/],
  [isoState, 'none', html([]), 'not-applicable'],
  [isoReportOnly, 'a report', html(['Cross-Origin-Embedder-Policy-Report-Only: require-corp']), 'informational'],
  [isoReportOnly, 'enforced', html([coop('same-origin')]), 'pass'],
  [isoReportOnly, 'none', html([]), 'not-applicable'],
];
testRows(rows);
