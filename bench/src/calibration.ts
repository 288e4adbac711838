// Compares the calibration sites' results with those of other tools, inside the lab: node calibration.ts RTT_MS
// [--sheets FILE]
import { writeFileSync } from 'node:fs';
import { runAudit } from '@perimeter/engine/runner/audit';
import { medianRanks } from '@perimeter/engine/runner/weights/calibration/kendall';
import { expertOrders } from '@perimeter/engine/runner/weights/calibration/orders.data';
import { calibrationSites } from '@perimeter/engine/runner/weights/calibration/sites.data';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { cacheFolder } from '@perimeter/lab/machine/paths';
import { observatoryGrade, observatoryScript } from './calibration/observatory.ts';
import { sheetsOf } from './calibration/sheets.ts';
import { sslLabsLetter } from './calibration/ssl-labs.ts';
import { markdownTable } from './table.ts';

type Report = Parameters<typeof sheetsOf>[0][number];

const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

async function reportOf(domain: string): Promise<Report> {
  const request = { id: `calibration-${domain}`, domain, registrableDomain: domain, scanMode: 'standard' } as const;
  const result = await runAudit(request, { settings });
  if (!result.ok) throw new Error(`Auditing ${domain}: ${result.failure.code}`);
  return result.report;
}

const queue = [...calibrationSites];
const reports: Report[] = [];
async function lane(): Promise<void> {
  for (let site = queue.shift(); site !== undefined; site = queue.shift()) reports.push(await reportOf(site));
}
await Promise.all([lane(), lane(), lane()]);

const sheets = process.argv.indexOf('--sheets');
const sheetFile = sheets < 0 ? undefined : process.argv[sheets + 1];
if (sheetFile !== undefined) writeFileSync(sheetFile, sheetsOf(reports));
else {
  const ranks = medianRanks(expertOrders, calibrationSites);
  const script = observatoryScript(cacheFolder);
  const rows = calibrationSites.map((domain, index) => {
    const report = reports.find((one) => one.domain === domain);
    const { score } = report ?? {};
    const rank = String((ranks[index] ?? 0) + 1);
    const own = score === undefined ? ['', ''] : [String(score.total), score.grade];
    const letter = report === undefined ? null : sslLabsLetter(report);
    return [domain, rank, ...own, observatoryGrade(script, domain) ?? 'none', letter ?? 'none'];
  });
  console.log(
    markdownTable(
      ['Site', "Experts' rank", 'Score', 'Grade', 'Observatory', 'SSL Labs by its guide'],
      rows.toSorted((a, b) => Number(a[1]) - Number(b[1])),
    ),
  );
}
