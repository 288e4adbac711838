import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { parsePermissionsPolicy } from '@perimeter/protocols/http/policies/permissions-policy';
import { failWhere, informational, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { powerfulFeatures } from './header-effects.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { renderedDocument } from '../../derive/subjects/answers.ts';
import { quoteHeaders } from '../../../evidence/http/quote.ts';
import { counted } from '../../../evidence/words/text.ts';

const notSent = notApplicable('Permissions-Policy is not sent');

export const hdrPermissionsBroad = checkOf(renderedDocument, {
  id: 'hdr-permissions-broad',
  title: 'Permissions-Policy grants no powerful feature to all origins',
  finding: 'Permissions-Policy grants a powerful feature to all origins',
  weakness: { cvss: 'browserHardening', cwe: [732] },
  judge: (document) => {
    const policy = parsePermissionsPolicy(document.headers);
    if (policy.state === 'absent') return notSent;
    if (policy.state === 'invalid') return notApplicable('Permissions-Policy is invalid and grants nothing');
    const broad = powerfulFeatures.filter((feature) => policy.features.get(feature)?.everyone === true);
    return failWhere(broad, 'No powerful feature is granted to all origins', (feature) => ({
      subject: feature,
      description: `${feature} is granted to every embedded origin. Expected: (), (self) or the origins that need it.`,
      evidence: quoteHeaders(document, 'Permissions-Policy'),
    }));
  },
});

const ignored = (document: Answer, header: string, description: string): Verdict =>
  informational({ subject: header.toLowerCase(), description, evidence: quoteHeaders(document, header) });

/** Informs only: browsers ignore an invalid header and behave as without one, which is no fault either. */
export const hdrPermissionsInvalid = checkOf(renderedDocument, {
  id: 'hdr-permissions-invalid',
  title: 'Permissions-Policy, if sent, is valid',
  finding: 'Permissions-Policy is invalid, or only Feature-Policy is sent',
  judge: (document) => {
    const policy = parsePermissionsPolicy(document.headers);
    if (policy.state === 'invalid')
      return ignored(
        document,
        'Permissions-Policy',
        `The value is not a structured-field dictionary, so browsers ignore all of it: ${policy.problem}. Expected: name=(allow-list), separated by commas.`,
      );
    if (policy.state === 'valid') {
      const remarks = policy.problems.length === 0 ? '' : `, though ${policy.problems.join('; ')}`;
      return pass(`Permissions-Policy is valid and sets ${counted(policy.features.size, 'feature')}${remarks}`);
    }
    if (combinedValue(document.headers, 'Feature-Policy') === null) return notSent;
    return ignored(
      document,
      'Feature-Policy',
      'Only Feature-Policy is sent; browsers replaced it with Permissions-Policy, which has a different syntax.',
    );
  },
});

export const hdrPermissionsMissing = checkOf(renderedDocument, {
  id: 'hdr-permissions-missing',
  title: 'Permissions-Policy header is set',
  finding: 'Missing Permissions-Policy header',
  judge: (document) =>
    combinedValue(document.headers, 'Permissions-Policy') === null
      ? informational({
          description:
            'All browser features keep their defaults: most are available to the page and unavailable to embedded content.',
          evidence: quoteHeaders(document, 'Permissions-Policy'),
        })
      : pass('Permissions-Policy is sent'),
});
