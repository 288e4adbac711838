import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { Report } from '@perimeter/contract/report';
import { encodeRecord } from '@perimeter/protocols/tls/records/record';
import { readEngineSettings } from '../../settings/read-settings.ts';
import { legacySuites, weakSuites } from '../../tls/client/hello/code-points.ts';
import { runAudit } from '../audit.ts';
import { type Judge, startFront, suitesIn } from '../testing/front.ts';

// Whole audits of sites that show one part and hide the rest from the audit.

async function reportOf(domain: string, dialMap: Readonly<Record<string, string>> = {}): Promise<Report> {
  const read = readEngineSettings({ ...process.env, PERIMETER_DIAL_MAP: JSON.stringify(dialMap) });
  assert.ok(read.ok);
  const request = { id: 'aud_lab', domain, registrableDomain: domain, scanMode: 'standard' } as const;
  const onBug = (where: string, error: unknown) => assert.fail(`${where}: ${String(error)}`);
  const result = await runAudit(request, { settings: read.settings, memory: null, onBug });
  assert.ok(result.ok, JSON.stringify(result));
  return result.report;
}

const places = ['203.0.113.101:443', '[2001:db8:113::101]:443'] as const;

/** The report of good.lab with a front before its TLS. */
async function behindFront(judge: Judge): Promise<Report> {
  const front = await startFront('203.0.113.101', judge);
  return reportOf('good.lab', Object.fromEntries(places.map((place) => [place, front])));
}

const outcomeOf = ({ modules }: Report, id: string): string | undefined =>
  modules.flatMap(({ checks }) => checks).find((check) => check.id === id)?.outcome;

const isOpen = ({ score, coverage }: Report): void => {
  assert.deepEqual([score.gradeStatus, coverage.openAddresses], ['provisional', [...places]]);
  assert.ok(score.total <= 79, String(score.total));
};

const speaks13 = (hello: Buffer): boolean => hello[0] !== 22 || hello.includes(Buffer.from('0304', 'hex'), 60);

/** The TLS 1.2 suites of good.lab. */
const strong: readonly number[] = [0xc02b, 0xc02c, 0xcca9, 0xc02f, 0xc030, 0xcca8];
const offersStrong = (hello: Buffer): boolean => suitesIn(hello).some((code) => strong.includes(code));
const isTls12 = (hello: Buffer): boolean => hello[0] === 22 && hello.readUInt16BE(9) === 0x0303 && !speaks13(hello);

const serverHello = (suite: number): Buffer => {
  const body = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32, 7), Buffer.from([0, suite >> 8, suite & 255, 0])]);
  return Buffer.from(encodeRecord(22, 0x0303, Buffer.concat([Buffer.from([2, 0, 0, body.length]), body])));
};

sideBySide('sites that show a part of themselves', () => {
  for (const host of ['hostile-https-closes.lab', 'hostile-https-hangs.lab']) {
    labTest(`${host}: a redirect on http:// hides no https:// that gives no answer`, async () => {
      const { score, modules } = await reportOf(host);
      assert.ok(score.notAssessed?.includes('http_security') && !score.notApplicable?.includes('http_security'));
      assert.equal(score.gradeStatus, 'provisional');
      assert.ok(score.total <= 89 && !score.grade.startsWith('A'), `${score.total} ${score.grade}`);
      const nosniff = modules.flatMap(({ checks }) => checks).find(({ id }) => id === 'hdr-nosniff');
      assert.equal(nosniff?.outcome, 'inconclusive', nosniff?.reason);
    });
  }

  labTest('a site that is silent to every hello without TLS 1.3 is provisional and no A', async () => {
    isOpen(await behindFront((hello) => (speaks13(hello) ? 'through' : 'silence')));
  });

  labTest('a site that is silent to TLS 1.2 hellos without strong suites is provisional and no A', async () => {
    isOpen(await behindFront((hello) => (isTls12(hello) && !offersStrong(hello) ? 'silence' : 'through')));
  });

  labTest(
    'a site with more suites than are listed is not held for that, and what was not listed is unknown',
    async () => {
      const accepted = legacySuites.filter((code) => !weakSuites.includes(code));
      const report = await behindFront((hello) => {
        const suite =
          isTls12(hello) && !offersStrong(hello) ? suitesIn(hello).find((one) => accepted.includes(one)) : 0;
        return suite === undefined || suite === 0 ? 'through' : serverHello(suite);
      });
      assert.equal(report.coverage.openAddresses, undefined);
      assert.deepEqual(outcomeOf(report, 'tls-null-anon-export'), 'inconclusive');
      const listed = report.tls?.endpoints.map(({ versions }) => versions.find(({ version }) => version === 'TLSv1.2'));
      assert.deepEqual(
        listed?.map((version) => [(version?.cipherSuites.length ?? 0) > 200, version?.complete]),
        places.map(() => [true, false]),
      );
      assert.ok(report.score.total > 79, String(report.score.total));
    },
  );
});
