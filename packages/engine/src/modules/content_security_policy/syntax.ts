import { type SyntaxProblem, syntaxProblems } from '@perimeter/protocols/http/csp/syntax';
import { inconclusive, notApplicable, pass } from '../../catalogue/outcome.ts';
import { syntaxFaults } from './syntax-faults.data.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { documentPolicy } from '../derive/subjects/policies.ts';
import type { PolicedPage } from '../../evidence/site/policies/policed-page.ts';
import { firstAndMore, shorten } from '../../evidence/words/text.ts';

function problemText({ code, directive, token }: SyntaxProblem): string {
  const what = token === null ? shorten(directive, 60) : `${shorten(token, 60)} in ${shorten(directive, 60)}`;
  return `${what} ${syntaxFaults[code]}`;
}

const problemsOf = ({ enforced }: PolicedPage): SyntaxProblem[] => enforced.flatMap(syntaxProblems);

export const cspSyntax = checkOf(documentPolicy, {
  id: 'csp-syntax',
  title: 'The Content Security Policy is written without errors',
  finding: 'Content Security Policy has syntax errors',
  weakness: { cvss: 'browserHardening', cwe: [693] },
  judge: (page) => {
    if (page.enforced.length === 0 || page.state === 'unparsable') return notApplicable('No valid policy is enforced');
    const problems = problemsOf(page).filter(({ code }) => code !== 'deprecated-directive');
    if (problems.length === 0) return pass('Browsers understand every directive and source');
    return `Browsers ignore or misread parts of the policy: ${firstAndMore(problems.map(problemText), 4, '; ')}.`;
  },
});

export const cspDeprecated = checkOf(documentPolicy, {
  id: 'csp-deprecated',
  title: 'The Content Security Policy has no deprecated directive',
  finding: 'Content Security Policy has deprecated directives',
  judge: (page) => {
    if (page.enforced.length === 0) return notApplicable('No policy is enforced');
    const found = problemsOf(page).filter(({ code }) => code === 'deprecated-directive');
    if (found.length === 0) return pass('No directive is deprecated');
    const names = [...new Set(found.map(({ directive }) => directive))];
    return `Browsers ignore these directives, or will: ${firstAndMore(names, 6)}.`;
  },
});

const headerOnly = (page: PolicedPage): string[] => [
  ...new Set(page.policies.flatMap(({ delivery, ignored }) => (delivery === 'meta' ? [...ignored] : []))),
];

export const cspMetaMisplaced = checkOf(documentPolicy, {
  id: 'csp-meta-misplaced',
  title: 'Meta policies stand first in the head, with directives that count there',
  finding: 'Content Security Policy meta element is misplaced',
  weakness: { cvss: 'browserHardening', cwe: [693] },
  judge: (page) => {
    const metas = page.facts?.metaPolicies ?? [];
    if (metas.length === 0)
      return page.unread === null ? notApplicable('The document has no meta policy') : inconclusive(page.unread);
    const late = metas.filter(({ placedBefore }) => placedBefore !== 'scripts');
    const ignored = headerOnly(page);
    const faults = [
      ...late.map(({ line, placedBefore }) =>
        placedBefore === 'body'
          ? `the meta element in line ${line} is in the body, where browsers ignore it`
          : `the meta element in line ${line} comes after a script, which runs without it`,
      ),
      ...(ignored.length === 0
        ? []
        : [`${ignored.join(', ')} ${ignored.length === 1 ? 'counts' : 'count'} in a header only`]),
    ];
    if (faults.length === 0) return pass('Meta policies stand before all scripts');
    return `Part of the policy has no effect: ${firstAndMore(faults, 4, '; ')}. Expected: the policy in a header, or first in the head.`;
  },
});

export const cspReporting = checkOf(documentPolicy, {
  id: 'csp-reporting',
  title: 'Violations of the Content Security Policy are reported',
  finding: 'Content Security Policy violations are not fully reported',
  judge: (page) => {
    const named = page.policies.filter(({ delivery }) => delivery !== 'meta');
    if (named.length === 0) return notApplicable('No policy is sent in a header');
    const has = (name: string): boolean => named.some(({ directives }) => directives.has(name));
    const [isNew, isOld] = [has('report-to'), has('report-uri')];
    if (isNew && isOld) return pass('report-to and report-uri are set');
    const what = isNew
      ? 'The policy has report-to without report-uri, which some browsers still need'
      : isOld
        ? 'The policy has report-uri without report-to, its successor'
        : 'The policy has neither report-to nor report-uri, so nobody learns what it blocks';
    return `${what}.`;
  },
});
