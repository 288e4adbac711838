// Updates the golden reports from recorded evidence. With --record, first records the evidence of the lab's sites, or
// of the given ones (run inside the lab).
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { runAudit } from '@perimeter/engine/runner/audit';
import { evidencePath, goldenSites, goldenText, judgeGolden, reportPath } from '@perimeter/engine/runner/golden';
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { parseDomain } from '@perimeter/protocols/domain/name';
import { repoRoot } from './generate/repo-root.ts';

/** The lab sites that represent the kinds of targets. */
const recordedSites = [
  'good.lab',
  'bad.lab',
  'redirect.lab',
  'duplicates.lab',
  'botwall.lab',
  'pq.lab',
  'plain.lab',
  'mail-only.lab',
];

async function record(site: string): Promise<void> {
  const read = readEngineSettings(process.env);
  const parsed = parseDomain(site);
  if (!read.ok) throw new Error(read.problems.join('; '));
  if (!parsed.ok) throw new Error(`${site}: ${parsed.message}`);
  const { ascii: domain, registrableDomain } = parsed.domain;
  const request = { id: 'golden', domain, registrableDomain, scanMode: 'deep' } as const;
  const { evidence } = await runAudit(request, { settings: read.settings });
  writeFileSync(evidencePath(site), goldenText(evidence));
  console.log(`Recorded ${relative(repoRoot, evidencePath(site))}`);
}

const { values: options, positionals: named } = readCommandLine(
  'Usage: npm run golden [-- --record [SITE …]] (--record only inside the lab)',
  { record: { type: 'boolean', default: false } },
  [0, Infinity],
);
if (!options.record && named.length > 0) throw new Error('Only --record takes names of sites');
if (options.record) {
  for (const site of named.length > 0 ? named : recordedSites) await record(site);
}
for (const site of goldenSites()) {
  writeFileSync(reportPath(site), judgeGolden(site));
  console.log(`Judged ${relative(repoRoot, reportPath(site))}`);
}
