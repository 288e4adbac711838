import { fail, informational, pass, type Verdict } from '../../catalogue/outcome.ts';
import { vectorOf } from './derive/severity.ts';
import { rulingDirective } from '@perimeter/protocols/http/csp/directives';
import { reachesAttributes } from '@perimeter/protocols/http/csp/sources';
import type { QuestionId } from '@perimeter/protocols/http/csp/questions.data';
import { checkOf } from '../../catalogue/check-of.ts';
import { scriptPolicy } from '../derive/subjects/policies.ts';
import { openers, quotePolicies } from '../derive/http/quote-policies.ts';
import { isOpen, type PolicedPage, questionOf } from '../../evidence/site/policies/policed-page.ts';

/** The tokens that allow one of these attacks. */
function allowedBy({ attack }: PolicedPage, ...ids: readonly QuestionId[]): string {
  const open = ids.map((id) => questionOf(attack, id)).find((question) => question?.open === true);
  if (open === undefined) return '';
  return open.governed ? ` Allowed by: ${openers(open)}.` : ' No directive restricts it.';
}

export const cspUnsafeInline = checkOf(scriptPolicy, {
  id: 'csp-unsafe-inline',
  title: 'The Content Security Policy blocks injected inline scripts',
  finding: "Content Security Policy allows inline scripts ('unsafe-inline')",
  weakness: { cvss: 'contentInjection', cwe: [79, 693] },
  judge: (page) => {
    const evidence = quotePolicies(page);
    if (isOpen(page, 'inline-script', 'javascript-url')) {
      const how = allowedBy(page, 'inline-script', 'javascript-url');
      const description = `An injected <script> element or javascript: link runs.${how} Expected: nonces or hashes, without an effective 'unsafe-inline'.`;
      return fail({ description, evidence, cvss: vectorOf(page, 'inline', 'contentInjection') });
    }
    if (!isOpen(page, 'inline-handler')) return pass('No inline script runs without a nonce or a hash');
    const description = `An injected event handler attribute such as onclick runs, although inline script elements do not.${allowedBy(page, 'inline-handler')} Expected: script-src-attr 'none'.`;
    return fail({ description, evidence, cvss: 'browserHardening' });
  },
});

export const cspUnsafeEval = checkOf(scriptPolicy, {
  id: 'csp-unsafe-eval',
  title: 'The Content Security Policy blocks eval',
  finding: "Content Security Policy allows eval ('unsafe-eval')",
  weakness: { cvss: 'browserHardening', cwe: [95] },
  judge: (page) =>
    isOpen(page, 'eval')
      ? `Scripts may compile strings by eval, Function or setTimeout.${allowedBy(page, 'eval')} Expected: script-src without 'unsafe-eval'.`
      : pass('Strings are not compiled to scripts'),
});

/** An observation for an open attack that is not a fault by itself. */
const informOf =
  (ids: readonly QuestionId[], description: string, passReason: string) =>
  (page: PolicedPage): Verdict =>
    isOpen(page, ...ids)
      ? informational({ description: `${description}${allowedBy(page, ...ids)}`, evidence: quotePolicies(page) })
      : pass(passReason);

/** Whether hashes apply beyond script elements ('unsafe-hashes'), in a directive that governs handlers or javascript: URLs. */
const hasUnsafeHashes = ({ enforced }: PolicedPage): boolean =>
  enforced.some((policy) =>
    (['script-src-attr', 'script-src-elem'] as const).some((name) =>
      reachesAttributes(rulingDirective(policy, name)?.list ?? []),
    ),
  );

export const cspUnsafeHashes = checkOf(scriptPolicy, {
  id: 'csp-unsafe-hashes',
  title: "The Content Security Policy needs neither 'unsafe-hashes' nor WebAssembly",
  finding: "Content Security Policy allows 'unsafe-hashes' or WebAssembly",
  judge: (page) => {
    const isWasm = isOpen(page, 'wasm') && !isOpen(page, 'eval');
    const found = [
      ...(hasUnsafeHashes(page) ? ["'unsafe-hashes' extends hashes to event handlers and javascript: links."] : []),
      ...(isWasm ? [`WebAssembly may be compiled.${allowedBy(page, 'wasm')}`] : []),
    ];
    if (found.length === 0) return pass("Neither 'unsafe-hashes' nor WebAssembly is allowed");
    return found.join(' ');
  },
});

export const cspTrustedTypes = checkOf(scriptPolicy, {
  id: 'csp-trusted-types',
  title: 'Trusted Types are required',
  finding: 'Trusted Types are not required',
  judge: informOf(
    ['dom-sinks'],
    "No enforced policy has require-trusted-types-for 'script', so strings reach sinks such as innerHTML unchecked.",
    "require-trusted-types-for 'script' is enforced",
  ),
});

export const cspStyleUnsafeInline = checkOf(scriptPolicy, {
  id: 'csp-style-unsafe-inline',
  title: 'The Content Security Policy blocks injected styles',
  finding: 'Content Security Policy allows inline styles',
  judge: informOf(
    ['inline-style', 'style-attribute'],
    'Injected style elements or attributes apply. They can hide content and, on some pages, read attribute values.',
    'Inline styles need a nonce or a hash',
  ),
});
