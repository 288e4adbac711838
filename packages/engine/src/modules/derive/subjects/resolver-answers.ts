import { digLine } from '../../../catalogue/dig.ts';
import { notApplicable } from '../../../catalogue/outcome.ts';
import type { DnsEvidence } from '../../../evidence/dns/schema.ts';
import { onePlace, type Subject } from '../../../catalogue/check-of.ts';

/** The resolver's answers, and the location of the domain's records. */
export interface AnswerRecords {
  dns: DnsEvidence;
  domain: string;
  www: string;
}

/** The answers of the resolver about the target. */
export const resolverAnswers: Subject<'dns' | 'target', AnswerRecords> = {
  needs: ['dns', 'target'],
  select: ({ dns, target: { domain } }) =>
    dns.answers.length === 0
      ? notApplicable('No query was sent')
      : onePlace({ dns, domain, www: `www.${domain}` }, { host: domain }, digLine('ANY', domain)),
};
