import type { HttpCsp } from '@perimeter/contract/observed/http';
import type { JudgedDocument } from '@perimeter/protocols/http/policies/judged-document';
import type { DirectiveVerdict } from '@perimeter/protocols/http/csp/verdict';
import { limited } from '../../limited.ts';
import type { SomeEvidence } from '../../evidence.ts';
import { type DocumentOfSite, documentOfSite } from '../document/of-site.ts';
import { judgedPolicies } from './judged.ts';

/** Directives of all policies, and characters of a value, that a report lists at most. */
const maxDirectives = 200;
const maxValue = 2_000;

/** The document with its policies. */
export interface CspDocument {
  document: DocumentOfSite;
  judged: JudgedDocument;
}

/** The policies of the document; null where there is none, or where it is no page and has no policy. */
export function cspOf(evidence: SomeEvidence): CspDocument | null {
  const document = documentOfSite(evidence);
  if (document === null) return null;
  const judged = judgedPolicies(document.answer, document.facts);
  return document.isMarkup || judged.policies.length > 0 ? { document, judged } : null;
}

type Listed = Pick<HttpCsp['policies'][number]['directives'][number], 'verdict' | 'why'>;

function listed(judged: DirectiveVerdict): Listed {
  switch (judged.verdict) {
    case 'holds':
      return { verdict: 'holds', why: [...judged.notes] };
    case 'weak':
      return { verdict: 'weak', why: [...judged.why] };
    case 'ignored':
    case 'broken':
      return { verdict: judged.verdict, why: [judged.why] };
    case 'absent':
      return { verdict: 'ignored', why: [] };
  }
}

/** The report's view of the policies. */
export function cspMember(evidence: SomeEvidence): HttpCsp | null {
  const judged = cspOf(evidence)?.judged;
  if (judged === undefined) return null;
  const { entries, left } = limited(judged.directives, maxDirectives);
  return {
    level: judged.level,
    policies: judged.policies.map(({ delivery }, index) => ({
      source: delivery,
      directives: entries
        .filter(({ policy }) => policy === index)
        .map(({ name, value, judged: verdict }) => ({ name, value: value.slice(0, maxValue), ...listed(verdict) })),
    })),
    absent: entries.flatMap(({ name, judged: verdict }) =>
      verdict.verdict === 'absent' ? [{ name, fallsBackTo: verdict.fallsBackTo }] : [],
    ),
    questions: judged.attack.questions.map(({ id, open }) => ({ name: id, open })),
    left,
  };
}
