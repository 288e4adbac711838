import type { Finding } from '@perimeter/contract/finding';
import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { isLabel, plainText, stackName } from '../../examples.ts';
import { type Block, proseBlocks } from '../../prose.ts';
import { referenceOf } from '../issue-references.ts';
import { clean, shortened, typographic } from '../typography.ts';
import { observedFact } from './observed-fact.ts';
import { issueBy, ownerOf } from './plan.ts';

/** Issues with a card, and issues as rows on shared pages; others are in the annex. */
const maxCards = 7;
const maxRows = 12;
const maxStacks = 5;

const ours = (text: string, maxLength: number): string => clean(typographic(shortened(text, maxLength)));

// A last sentence that only introduces the following example.
const INTRODUCTION = /(?:^|(?<=[.!?] ))[^.!?]*:$/u;

/** Paragraphs as running text, without labels. */
const wordsOf = (blocks: readonly Block[]): string =>
  blocks
    .filter((block, index) => block.kind === 'paragraph' && !isLabel(block, blocks[index + 1]))
    .map((block) => plainText(block).replaceAll('\n', ' ').replace(INTRODUCTION, '').trim())
    .join(' ');

/** An example's introduction as a sentence; a server or file name alone does not count. */
const introductionOf = ([first]: readonly Block[]): string =>
  /^\S+(?: \S+){2,}(?=:$)/u.exec(plainText(first).replaceAll('\n', ' '))?.[0].concat('.') ?? '';

/** What to do, up to the first example; later notes are for administrators. */
function actionOf(blocks: readonly Block[]): string {
  const first = blocks.findIndex(({ kind }) => kind === 'code');
  return (
    wordsOf(first < 0 ? blocks : blocks.slice(0, first + 1)) ||
    introductionOf(blocks) ||
    `Apply the example for ${stacksOf(blocks).join(', ') || 'your server'} in the annex.`
  );
}

/** Names that do not identify an example's stack. */
const unnamed: ReadonlySet<string> = new Set(['', 'shell', 'configuration file']);

/** The servers and tools for which a fix has examples. */
function stacksOf(blocks: readonly Block[]): string[] {
  const names = blocks.flatMap((block) => (block.kind === 'code' ? [stackName(block.language)] : []));
  return [...new Set(names)].filter((name) => !unnamed.has(name)).slice(0, maxStacks);
}

/** Where an issue was found, on one line: a name for DNS and e-mail, else a URL. */
function placeOf([{ affectedUrl, host, category, address, port }, ...others]: Issue): string {
  const where = category === 'dns_email' ? host : affectedUrl;
  const peer = [...(address === null ? [] : [address]), ...(port === null ? [] : [`port ${port}`])].join(' ');
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return clean(shortened(`${where}${peer === '' ? '' : ` (${peer})`}`, 90) + more);
}

/** Why an issue matters, from its check's prose. */
export const whyOf = ({ remediation }: Finding, maxLength: number): string =>
  ours(wordsOf(proseBlocks(remediation.why)), maxLength);

function cardOf(report: Report, issue: Issue, index: number): object {
  const [first] = issue;
  const fix = proseBlocks(first.remediation.fix);
  return {
    reference: referenceOf(index),
    severity: first.severity,
    cvss: first.cvss.toFixed(1),
    title: clean(first.title, 100),
    observed: clean(observedFact(first, 220)),
    why: whyOf(first, 380),
    action: ours(actionOf(fix), 220),
    stacks: stacksOf(fix).map((name) => clean(name, 40)),
    place: placeOf(issue),
    owner: ownerOf[first.category],
    by: issueBy(report, first),
  };
}

const isSevere = ([{ severity }]: Issue): boolean => severity !== 'low';

/** The issues in the board part: cards for severe ones, rows for others, with limits. */
export function boardIssues(report: Report, issues: readonly Issue[]): object {
  const printed = issues.map((issue, index) => ({ issue, index }));
  const cards = printed.filter(({ issue }) => isSevere(issue)).slice(0, maxCards);
  const shown = new Set(cards.map(({ index }) => index));
  const rows = printed.filter(({ index }) => !shown.has(index)).slice(0, maxRows);
  return {
    cards: cards.map(({ issue, index }) => cardOf(report, issue, index)),
    compact: rows.map(({ issue, index }) => cardOf(report, issue, index)),
    moreIssues: issues.length - cards.length - rows.length,
  };
}

/** The observed fact of each first finding, for the list of what to fix first. */
export const factOf = (finding: Finding): string => clean(observedFact(finding, 150));
