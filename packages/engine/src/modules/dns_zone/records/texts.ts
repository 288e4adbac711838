import { checkOf, narrow } from '../../../catalogue/check-of.ts';
import { secretIn } from '@perimeter/protocols/exposure/texts/text-secrets';
import { txtOctets } from '@perimeter/protocols/dns/rdata';
import { failWhere, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digLine } from '../../../catalogue/dig.ts';
import { serviceTokens } from '../../derive/dns/texts.data.ts';
import { answerFor, answerGap } from '../../derive/dns/answers.ts';
import { resolverAnswers } from '../../derive/subjects/resolver-answers.ts';
import { counted, listed, shorten } from '../../../evidence/words/text.ts';

/** The TXT records of the domain. */
const domainTexts = narrow(resolverAnswers, (answers) => {
  const { domain } = answers;
  const answer = answerFor(answers, domain, 'TXT');
  const texts = (answer?.records ?? [])
    .filter(({ type, data }) => type === 'TXT' && !data.startsWith('\\#'))
    .map(({ data }) => txtOctets(data));
  const gap = answerGap(answer, `TXT ${domain}`);
  if (gap !== null) return gap;
  if (texts.length === 0) return notApplicable('There are no TXT records');
  return { of: { domain, texts }, reproduce: digLine('TXT', domain) };
});

export const dnsTxtSecret = checkOf(domainTexts, {
  id: 'dns-txt-secret',
  title: 'No TXT record holds a secret',
  finding: 'Secret in a TXT record',
  weakness: { cvss: 'internalDataRead', cwe: [200, 522] },
  mode: 'deep',
  judge: ({ texts, domain }) => {
    const found = texts.flatMap((text) => secretIn(text) ?? []);
    return failWhere(found, `${counted(texts.length, 'TXT record')}, none like a secret`, ({ what, masked }, at) => ({
      subject: `TXT ${at + 1}`,
      description: `A TXT record of ${domain} looks like ${what}. DNS is public and archived: consider it known. Expected: revoke it, then delete the record.`,
      evidence: `${domain} TXT ${masked}`,
    }));
  },
});

/** More TXT records make answers that do not fit into a datagram. */
const manyTexts = 30;

export const dnsTxtServiceTokens = checkOf(domainTexts, {
  id: 'dns-txt-service-tokens',
  title: 'TXT records tell few of the services in use',
  finding: 'TXT records tell which services the domain uses',
  shows: ({ texts, domain }) =>
    texts
      .filter((text) => serviceTokens.some(({ start }) => text.startsWith(start)))
      .slice(0, 20)
      .map((text) => `${domain} TXT ${shorten(text, 80)}`),
  judge: ({ texts, domain }) => {
    const services = [
      ...new Set(texts.flatMap((text) => serviceTokens.find(({ start }) => text.startsWith(start))?.service ?? [])),
    ];
    if (services.length === 0 && texts.length <= manyTexts) return pass('No verification of a service was recognised');
    const clauses = [
      ...(services.length > 0 ? [`verifications of ${listed(services)}`] : []),
      ...(texts.length > manyTexts ? [`${texts.length} texts in all`] : []),
    ];
    return `TXT records of ${domain} hold ${clauses.join(', ')}. Attackers read from them whom to impersonate; most services need the record only once.`;
  },
});
