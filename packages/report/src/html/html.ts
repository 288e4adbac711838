import { firstName } from '../verdict/names.ts';
import type { Report } from '@perimeter/contract/report';
import type { Accepted } from '@perimeter/contract/waiver/apply';
import { digest } from '../canonical/digest.ts';
import { acceptedRisks, findings } from './findings.ts';
import { categories, header } from './head.ts';
import { deductions, notTested, observations } from './observed.ts';
import { htmlPage } from './page.ts';
import { roadmap } from './roadmap.ts';
import { sections } from './sections.ts';
import { text } from './text.ts';

/** The report as a single HTML file without script, for people who have only a browser. */
export function renderHtml(report: Report, accepted?: Accepted): string {
  const { score, id, engineVersion } = report;
  const parts = [header, categories, roadmap, findings, acceptedRisks, deductions, observations, sections, notTested]
    .map((part) => part(report, accepted))
    .filter((html) => html !== '')
    .join('\n');
  return htmlPage({
    title: `${firstName(report)}: ${score.grade}, ${score.total} of 100`,
    main: `${parts}
<h2>This report</h2>
<p class="quiet wrap">Audit <code>${text(id)}</code>, engine ${text(engineVersion)}, scoring policy ${text(score.policyVersion)}.
SHA-256 of the report's canonical JSON (RFC 8785): <code>${digest(report)}</code></p>`,
  });
}
