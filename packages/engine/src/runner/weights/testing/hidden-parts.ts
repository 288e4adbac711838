import assert from 'node:assert/strict';
import type { Report } from '@perimeter/contract/report';
import { type Judge, startFront, suitesIn } from '../../testing/front.ts';
import { labAudit } from '../../testing/lab-audit.ts';

/** The report of a site, of which some places are mapped to others. */
export const reportOfMapped = async (domain: string, dialMap: Readonly<Record<string, string>> = {}): Promise<Report> =>
  (await labAudit(domain, { variables: { PERIMETER_DIAL_MAP: JSON.stringify(dialMap) } })).report;

/** Where good.lab answers. */
export const goodPlaces = ['203.0.113.101:443', '[2001:db8:113::101]:443'] as const;

/** The report of good.lab with a front before its TLS. */
export async function reportBehindFront(judge: Judge): Promise<Report> {
  const front = await startFront('203.0.113.101', judge);
  return reportOfMapped('good.lab', Object.fromEntries(goodPlaces.map((place) => [place, front])));
}

/** The grade is provisional, and the places are named. */
export const assertOpen = ({ score, coverage }: Report): void => {
  assert.deepEqual([score.gradeStatus, coverage.openAddresses], ['provisional', [...goodPlaces]]);
  assert.ok(score.total <= 79, String(score.total));
};

export const speaks13 = (hello: Buffer): boolean => hello[0] !== 22 || hello.includes(Buffer.from('0304', 'hex'), 60);

/** The TLS 1.2 suites of good.lab. */
const strong: readonly number[] = [0xc02b, 0xc02c, 0xcca9, 0xc02f, 0xc030, 0xcca8];
export const offersStrong = (hello: Buffer): boolean => suitesIn(hello).some((code) => strong.includes(code));
export const isTls12 = (hello: Buffer): boolean =>
  hello[0] === 22 && hello.readUInt16BE(9) === 0x0303 && !speaks13(hello);
