import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { fail, pass, type Verdict } from '../../catalogue/outcome.ts';
import { levelWords, passReasons } from './presence-words.data.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { documentPolicy } from '../derive/subjects/policies.ts';
import { unlessHttp2Differs } from '../derive/http/over-http2.ts';
import { quotePolicies } from '../derive/http/quote-policies.ts';
import type { PolicedPage, PolicyState } from '../../evidence/site/policies/policed-page.ts';

/** A page without script, handler or form gives injected markup less to gain. */
const vectorOf = ({ isInert }: PolicedPage) => (isInert ? { cvss: 'browserHardening' as const } : {});
const inertNote = ({ isInert }: PolicedPage): string =>
  isInert ? ' The page has no script, event handler or form, which limits the effect.' : '';

/** Fails in one state of the document's policies; other states have other checks. */
const failIn =
  (state: PolicyState, description: string) =>
  (page: PolicedPage): Verdict =>
    page.state === state
      ? fail({ description: `${description}${inertNote(page)}`, evidence: quotePolicies(page), ...vectorOf(page) })
      : pass(passReasons[page.state]);

export const cspMissing = checkOf(documentPolicy, {
  id: 'csp-missing',
  title: 'A Content Security Policy is sent',
  finding: 'Missing Content Security Policy',
  weakness: { cvss: 'contentInjection', cwe: [1021, 693] },
  judge: (page) =>
    unlessHttp2Differs(
      page.document,
      'Content-Security-Policy',
      failIn(
        'missing',
        'Neither a Content-Security-Policy header nor a meta element sets a policy. Expected: a policy that restricts scripts.',
      )(page),
    ),
});

export const cspReportOnly = checkOf(documentPolicy, {
  id: 'csp-report-only',
  title: 'The Content Security Policy is enforced',
  finding: 'Content Security Policy is report-only',
  weakness: { cvss: 'contentInjection', cwe: [693] },
  judge: failIn(
    'report-only',
    'The only policy stands in Content-Security-Policy-Report-Only, which blocks nothing. Expected: the same policy in Content-Security-Policy.',
  ),
});

export const cspUnparsable = checkOf(documentPolicy, {
  id: 'csp-unparsable',
  title: 'The Content Security Policy has directives that browsers know',
  finding: 'Content Security Policy has no valid directive',
  weakness: { cvss: 'contentInjection', cwe: [693] },
  judge: failIn(
    'unparsable',
    'No directive of the policy is one that browsers know, so it restricts nothing. Expected: directives such as script-src, separated by semicolons.',
  ),
});

export const cspScriptUnrestricted = checkOf(documentPolicy, {
  id: 'csp-script-unrestricted',
  title: 'The Content Security Policy restricts scripts',
  finding: 'Content Security Policy does not restrict scripts',
  weakness: { cvss: 'contentInjection', cwe: [693] },
  judge: failIn(
    'unrestricted',
    'The policy has neither script-src nor default-src, so any script runs. Expected: script-src with nonces, hashes or specific hosts.',
  ),
});

export const cspLevel = checkOf(documentPolicy, {
  id: 'csp-level',
  title: 'Level of the Content Security Policy',
  finding: 'Level of the Content Security Policy',
  judge: (page) => {
    const count = headerLines(page.document.headers, 'Content-Security-Policy').length;
    const lines = count > 1 ? ` The header is sent ${count} times: browsers apply all of them together.` : '';
    return `Level ${levelWords[page.level]}.${lines}`;
  },
});
