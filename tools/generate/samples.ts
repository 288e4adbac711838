import { type Report, report } from '@perimeter/contract/report';
import { goldenSites, reportPath } from '@perimeter/engine/runner/golden';
import { reportForms } from '@perimeter/report/forms/forms';
import { completed } from '@perimeter/report/forms/ending';
import { renderTerminal } from '@perimeter/report/terminal/terminal';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GeneratedFile, repoRoot } from './repo-root.ts';
import { terminalPicture } from './terminal-picture.ts';

/** Where the sample reports stand. */
export const samplesDir = join(repoRoot, 'docs/samples');

/** The site of the lab that most samples show. */
export const sampleSite = 'bad.lab';
const sites = [sampleSite, 'good.lab'] as const;
const columns = 80;
/** The picture of the terminal begins with this heading: fixes, categories and score come after the issues. */
const pictureStart = 'What to fix first';

/** The recorded report of a lab site, evaluated with the current version. */
export function sampleReportOf(site: string): Report {
  if (!goldenSites().includes(site)) throw new Error(`${site} has no golden report`);
  return report.parse(JSON.parse(readFileSync(reportPath(site), 'utf8')));
}

const terminal = (audited: Report, colour: boolean): string =>
  renderTerminal(audited, { colour, unicode: true, width: columns });

function samplesOf(site: string): GeneratedFile[] {
  const audited = sampleReportOf(site);
  const file = (ending: string, text: string): GeneratedFile => ({ path: join(samplesDir, `${site}.${ending}`), text });
  return [
    file('html', reportForms.html.render([completed(audited)])),
    file('md', reportForms.markdown.render([completed(audited)])),
    file('txt', terminal(audited, false)),
  ];
}

/** Sample reports in the forms of text, and the picture of the terminal, from the recorded reports of the lab. */
export function samples(): GeneratedFile[] {
  const all = terminal(sampleReportOf(sampleSite), true).split('\n');
  const lines = all.slice(all.findIndex((line) => line.includes(pictureStart)));
  const picture = terminalPicture(`perimeter audit ${sampleSite} --mode deep`, lines, columns);
  return [...sites.flatMap(samplesOf), { path: join(samplesDir, 'terminal.svg'), text: picture }];
}
