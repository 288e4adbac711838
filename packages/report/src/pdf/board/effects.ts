import type { CategoryKey } from '@perimeter/contract/category';
import type { Finding, Severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { capWithoutIssue } from '../../verdict/lasting-cap.ts';
import { type Fix, fixesOf, maxFirst } from '../../verdict/fix-first.ts';
import { whyOf } from './cards.ts';
import { fixBy, issueBy, ownerOf } from './plan.ts';

/** Letters of a cell in which two sentences fit: the first may only say what something is for, the second what happens without it. */
const maxWhy = 320;

// Two sentences, where there are more.
const TWO_SENTENCES = /^.*?[.!?](?= ).*?[.!?](?= )/u;

const firstSentences = (text: string): string => TWO_SENTENCES.exec(text)?.[0] ?? text;

/** A possible effect, in terms for a board. */
export interface Effect {
  what: string;
  /** Who would be harmed. */
  whom: string;
  likelihood: string;
  /** The date by which its issue should be fixed. */
  by: string;
  owner: string;
  severity: Severity;
  /** The issue; null if there is none. */
  cause: Finding | null;
}

// A metric of a CVSS 4.0 vector (section 2.1); metrics are separated by slashes.
const metric = (vector: string, name: string): string => new RegExp(`/${name}:([A-Z])`, 'u').exec(vector)?.[1] ?? 'N';

const harmed: Readonly<Record<CategoryKey, string>> = {
  tls: 'visitors, customers and partners who exchange data with the site',
  http_security: 'visitors of the website, most of all those who are logged in',
  dns_email: 'recipients of e-mail in your name',
  network: 'your own systems and staff',
};

type Ease = 'direct' | 'lured' | 'prepared';

/** How easily an issue can be exploited, from its exploitability metrics. */
function easeOf({ cvssVector }: Finding): Ease {
  if (metric(cvssVector, 'AC') === 'H' || metric(cvssVector, 'AT') === 'P') return 'prepared';
  return metric(cvssVector, 'UI') === 'N' ? 'direct' : 'lured';
}

const easeTexts: Readonly<Record<Ease, string>> = {
  direct: 'Likely: anyone on the internet can do it without preparation',
  lured: 'Possible: a visitor must first be lured into an action, such as opening a link',
  prepared: 'Less likely: it takes a position on the network path, or special effort',
};

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The effect of an issue, from its check's prose. */
function effectOf(report: Report, { issue: [cause], isOutage }: Fix): Effect {
  return {
    what: firstSentences(whyOf(cause, maxWhy)),
    whom: sentenceCase(harmed[cause.category]),
    likelihood: isOutage ? 'Certain: it happens now' : easeTexts[easeOf(cause)],
    by: issueBy(report, cause),
    owner: ownerOf[cause.category],
    severity: cause.severity,
    cause,
  };
}

/** The effect of a site without HTTPS, which is not an issue. */
const withoutHttps = (report: Report): Effect[] =>
  capWithoutIssue(report) === null
    ? []
    : [
        {
          what: 'Outsiders read and change everything that visitors send and receive: the site has no HTTPS',
          whom: 'All visitors of the site',
          likelihood: 'Possible for anyone on the same network, such as a public Wi-Fi',
          by: fixBy('high', report.completedAt),
          owner: ownerOf.tls,
          severity: 'high',
          cause: null,
        },
      ];

/** The effects of the first issues to fix, in their order. */
export const effectsOf = (report: Report): Effect[] => [
  ...withoutHttps(report),
  ...fixesOf(report)
    .slice(0, maxFirst)
    .map((fix) => effectOf(report, fix)),
];
