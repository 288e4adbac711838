import type { PageForm } from '@perimeter/protocols/html/document/forms';
import { sendsInClear } from '@perimeter/protocols/html/page-loads/mixed-content';
import { fail, failWhere, pass } from '../../../catalogue/outcome.ts';
import { pageProof } from '../derive/proof.ts';
import { upgradingPolicy } from './mixed-content.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { type PageContent, readContent } from '../../derive/subjects/page.ts';
import { shorten } from '../../../evidence/words/text.ts';

const isClear = ({ document }: PageContent): boolean => sendsInClear(document.url.href);

export const pagePasswordHttp = checkOf(readContent, {
  id: 'page-password-http',
  title: 'Passwords are only asked for over HTTPS',
  finding: 'Password field on a page served over HTTP',
  weakness: { cvss: 'luredInterception', cwe: [319, 523] },
  judge: (page) => {
    const fields = page.document.page?.passwordFields ?? 0;
    if (fields === 0) return pass('The document has no password field');
    if (!isClear(page)) return pass('The document with the password field is served over HTTPS');
    return fail({
      description: `The document over HTTP asks for a password (${fields} password field${fields === 1 ? '' : 's'}). Anyone on the network path can read it and change the form. Expected: a redirect to HTTPS before any form.`,
      evidence: pageProof(page, `Password fields: ${fields}`, 'password'),
    });
  },
});

/** Field types without typed input. */
const untyped: ReadonlySet<string> = new Set(['button', 'submit', 'reset', 'image', 'hidden']);

const typedFields = ({ fields }: PageForm): string[] => fields.filter((kind) => !untyped.has(kind));

/** A form with only a search field. */
const isSearch = (form: PageForm): boolean =>
  form.method === 'get' &&
  typedFields(form).every((kind) => kind === 'search' || kind === 'text') &&
  typedFields(form).length === 1;

const formLine = ({ line, method, action, fields }: PageForm): string =>
  `Line ${line}: form method=${method} action=${shorten(action, 300)} fields: ${fields.join(', ')}`;

/** Each cleartext URL that a form with typed fields submits to, by its action or by a button. */
const clearTargets = (page: PageContent): { target: string; form: PageForm }[] =>
  page.facts.forms
    .filter((form) => typedFields(form).length > 0 && !(form.password && isClear(page)))
    .flatMap((form) => [form.action, ...(form.overrides ?? [])].map((target) => ({ target, form })))
    .filter(({ target }) => URL.canParse(target) && sendsInClear(target));

export const pageFormHttp = checkOf(readContent, {
  id: 'page-form-http',
  title: 'Forms are sent over HTTPS',
  finding: 'Form data is sent over HTTP',
  weakness: { cvss: 'cleartextInterception', cwe: [319] },
  judge: (page) => {
    const targets = [...new Map(clearTargets(page).map((one) => [one.target, one])).values()];
    if (targets.length > 0 && !isClear(page) && upgradingPolicy(page) !== undefined)
      return pass('upgrade-insecure-requests makes browsers send the forms over HTTPS');
    return failWhere(targets, 'No form is sent over HTTP', ({ target, form }) => ({
      subject: target,
      ...(isSearch(form) ? { cvss: 'onPathPartial' as const } : {}),
      description: `The form is sent to ${shorten(target, 200)} in the clear. Expected: an https address.`,
      evidence: pageProof(page, formLine(form), isClear(page) ? '<form' : target),
    }));
  },
});
