import { blockedOwn, type BlockedOwn } from '@perimeter/protocols/html/document/blocked-own';
import type { DocumentPolicy } from '@perimeter/protocols/http/csp/document-policies';
import { fail, inconclusive, informational, notApplicable, pass, type Verdict } from '../../catalogue/outcome.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { scriptPolicy, documentPolicy } from '../derive/subjects/policies.ts';
import { openers, quotePolicies } from '../derive/http/quote-policies.ts';
import { isOpen, type PolicedPage, questionOf } from '../../evidence/site/policies/policed-page.ts';
import { firstAndMore, listed, shorten } from '../../evidence/words/text.ts';

function failOpen(page: PolicedPage, id: Parameters<typeof questionOf>[1], what: string, expected: string): Verdict {
  const question = questionOf(page.attack, id);
  const by = question === undefined || !question.governed ? 'no directive restricts it' : openers(question);
  return fail({ description: `${what} (${by}). Expected: ${expected}.`, evidence: quotePolicies(page) });
}

export const cspObjectSrc = checkOf(scriptPolicy, {
  id: 'csp-object-src',
  title: 'The Content Security Policy blocks plugins of other hosts',
  finding: 'Content Security Policy does not restrict object-src',
  weakness: { cvss: 'browserHardening', cwe: [693] },
  judge: (page) => {
    const open = (['object-any-host', 'object-data'] as const).find((id) => isOpen(page, id));
    if (open === undefined) return pass('Objects and embeds of other hosts are blocked');
    const what = `An injected <object> or <embed> may load from ${open === 'object-data' ? 'data: URLs' : 'any host'}`;
    return failOpen(page, open, what, "object-src 'none'");
  },
});

/** Whether an injected base element would redirect scripts of the page. */
function hasMovableScript({ facts }: PolicedPage): boolean {
  const scripts = facts?.resources.filter(({ kind }) => kind === 'script') ?? [];
  return scripts.some(({ written, nonce }) => written === 'relative' || nonce) || (facts?.inline.withNonce ?? 0) > 0;
}

export const cspBaseUri = checkOf(scriptPolicy, {
  id: 'csp-base-uri',
  title: 'The Content Security Policy restricts the base URL',
  finding: 'Content Security Policy does not restrict base-uri',
  weakness: { cvss: 'browserHardening', cwe: [693] },
  judge: (page) => {
    if (!isOpen(page, 'base-any-host')) return pass('An injected <base> element has no effect');
    if (hasMovableScript(page)) {
      const what = 'An injected <base> element moves the relative URLs of the page, its scripts included';
      return failOpen(page, 'base-any-host', what, "base-uri 'none' or 'self'");
    }
    if (page.unread !== null) return inconclusive(page.unread);
    return notApplicable('The page loads no script by a relative URL or with a nonce');
  },
});

export const cspFormAction = checkOf(scriptPolicy, {
  id: 'csp-form-action',
  title: 'The Content Security Policy restricts where forms are sent',
  finding: 'Content Security Policy does not restrict form-action',
  weakness: { cvss: 'browserHardeningUserActs', cwe: [693] },
  judge: (page) => {
    if (!isOpen(page, 'form-any-host')) return pass('Forms can be sent only to hosts that the policy names');
    if (page.facts?.forms.length === 0)
      return page.unread === null ? notApplicable('The page has no form') : inconclusive(page.unread);
    const what = 'An injected form can send what visitors enter to any host; default-src does not cover forms';
    return failOpen(page, 'form-any-host', what, "form-action 'self' or 'none'");
  },
});

const blockedText = ({ what, text, line, directive }: BlockedOwn): string => {
  const place = line === null ? '' : ` in line ${line}`;
  return what === 'resource'
    ? `${shorten(text)}${place} (${directive})`
    : `the inline script with hash ${text} (${directive})`;
};

/** A policy in the middle of a page applies only to what follows, and the evidence does not record which scripts follow it. */
function isLate({ facts }: PolicedPage, { delivery, text }: DocumentPolicy): boolean {
  const metas = facts?.metaPolicies ?? [];
  const isSame = (meta: (typeof metas)[number]): boolean => meta.text.trim() === text;
  return delivery === 'meta' && metas.some((meta) => meta.placedBefore === 'after first script' && isSame(meta));
}

export const cspBlocksOwn = checkOf(documentPolicy, {
  id: 'csp-blocks-own',
  title: 'The Content Security Policy allows what the page uses',
  finding: "Content Security Policy blocks the page's own content",
  judge: (page) => {
    const { enforced, facts, document, unread } = page;
    if (enforced.length === 0) return notApplicable('No policy is enforced');
    const reaching = enforced.filter((policy) => !isLate(page, policy));
    if (reaching.length === 0)
      return notApplicable('The policy comes after a script, and so reaches part of the page only');
    const blocked = facts === null ? [] : blockedOwn(reaching, facts, document.url.href);
    if (blocked.length === 0)
      return unread === null ? pass('The policy allows what the page loads') : inconclusive(unread);
    const shown = blocked.map(blockedText);
    return informational({
      description: `Browsers block what the page itself contains: ${firstAndMore(shown, 3)}. Allow it, or remove it from the page.`,
      evidence: [...quotePolicies(page), `Blocked: ${listed(shown)}`],
    });
  },
});
