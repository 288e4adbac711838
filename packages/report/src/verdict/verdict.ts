import { firstName } from './names.ts';
import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { Severity } from '@perimeter/contract/finding';
import { severityTexts, tallyOf } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { gradeTones } from '@perimeter/contract/grade';
import { standingOf } from '@perimeter/contract/standing';
import { capWithoutIssue } from './lasting-cap.ts';
import { inSentence } from '../words.ts';

/** The number of issues of given severities: "1 critical and 2 high-severity issues"; empty if there are none. */
function issueTexts({ findings }: Report, of: readonly Severity[]): string {
  const tally = tallyOf(findings);
  const texts = severityTexts(tally, of);
  const count = of.reduce((sum, severity) => sum + tally.bySeverity[severity], 0);
  const suffix = texts.at(-1)?.endsWith('critical') === true ? '' : '-severity';
  return texts.length === 0 ? '' : `${inSentence(texts)}${suffix} ${count === 1 ? 'issue' : 'issues'}`;
}

/** Addresses named in a sentence; more are counted. */
const namedAddresses = 2;

/** The site's addresses that were not judged, unlike others; null if there are none. */
function openText({ coverage: { openAddresses: open = [] } }: Report): string | null {
  if (open.length === 0) return null;
  return `${open.length > namedAddresses ? `${open.length} addresses` : inSentence(open)} could not be judged`;
}

/** Text if no web server answered at the domain's addresses; null if one did, or there is no address. */
function refusedText({ coverage: { refusingAddresses: refusing = [] } }: Report): string | null {
  if (refusing.length === 0) return null;
  const where = refusing.length > namedAddresses ? `${refusing.length} addresses` : inSentence(refusing);
  return `No web server answered at ${where} (ports 80 and 443 refuse connections), so web security was not judged`;
}

/** Text if something else is served in place of the site; null otherwise. */
const standInText = ({ coverage: { standIn } }: Report): string | null =>
  standIn === undefined ? null : `${standIn}, so no site was judged`;

/** Why the grade is provisional, where it is. */
export function provisionalCause(report: Report): string {
  if (refusedText(report) !== null) return 'no web server answered';
  if (report.coverage.standIn !== undefined) return 'no site was there to judge';
  if (openText(report) !== null) return 'an address could not be judged';
  return report.coverage.unreadDocument === undefined
    ? 'checks that the score needs had no answer'
    : 'the document of the site was not read';
}

/** What could not be measured, if it is a lot: no web server, unassessed categories, or too few results. */
export function unseen(report: Report): string | null {
  const gaps = [refusedText(report), standInText(report), unjudged(report)].filter((gap) => gap !== null);
  return gaps.length === 0 ? null : gaps.join('. ');
}

/** Text if the domain only redirects to another one; null if it has a site. */
function redirectText({ coverage: { redirectsTo } }: Report): string | null {
  return redirectsTo === undefined ? null : `The domain only redirects to ${redirectsTo}, whose site was not audited`;
}

/** The limits beside the score: the site is elsewhere, or much could not be measured. */
export function limitsOf(report: Report): string | null {
  const limits = [redirectText(report), unseen(report)].filter((limit) => limit !== null);
  return limits.length === 0 ? null : limits.join('. ');
}

function unjudged(report: Report): string | null {
  const { applicable, concluded } = report.coverage.overall;
  const blind = categoryKey.options.filter(
    (key) => report.coverage.categories[key].applicable > 0 && standingOf(report, key) === 'not-assessed',
  );
  if (blind.length > 0) return `${inSentence(blind.map((key) => categoryTitles[key]))} could not be assessed`;
  if (report.score.gradeStatus !== 'provisional') return null;
  const open = openText(report);
  if (open !== null) return open;
  if (report.coverage.unreadDocument !== undefined && standInText(report) === null)
    return 'The document of the site was not read completely';
  if ((refusedText(report) ?? standInText(report)) !== null && applicable === concluded) return null;
  return `${applicable - concluded} of ${applicable} applicable checks had no result`;
}

/** What to fix at once; null without critical or high issues. */
function urgent(report: Report): string | null {
  const issues = issueTexts(report, ['critical', 'high']);
  return issues === '' ? null : `Fix the ${issues.replace(/^1 (?=\S+ issue$)/u, '')} first`;
}

const otherIssues = (report: Report): string => issueTexts(report, ['medium', 'low']);

/** The verdict if much could not be measured: never that all is well. */
function partialVerdict(report: Report): string {
  return (
    urgent(report) ??
    (report.findings.length === 0 ? 'No issues found in the rest' : `${otherIssues(report)} in the rest`)
  );
}

function wholeVerdict(report: Report): string {
  const { score, findings } = report;
  const cause = capWithoutIssue(report);
  if (cause !== null) return cause;
  if (findings.length === 0) return score.notAPlus.length === 0 ? 'All applicable checks passed' : 'No issues found';
  const rest =
    gradeTones[score.grade] === 'good'
      ? `Nothing urgent: ${otherIssues(report)}`
      : `No critical or high-severity issues; ${otherIssues(report)} to fix`;
  return urgent(report) ?? rest;
}

/** The overall verdict and next step; what could not be measured comes first. */
export function verdict(report: Report): string {
  const gap = limitsOf(report);
  return gap === null ? wholeVerdict(report) : `${gap}. ${partialVerdict(report)}`;
}

const longestInProse = 60;

/** The audited name in its own letters, or "the domain" where it would fill the sentence. */
export function subjectOf(report: Parameters<typeof firstName>[0]): string {
  const name = firstName(report);
  return name.length > longestInProse ? 'the domain' : name;
}
