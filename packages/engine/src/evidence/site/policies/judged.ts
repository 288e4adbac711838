import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import { type JudgedDocument, judgeDocument } from '@perimeter/protocols/http/policies/judged-document';
import type { Answer } from '../../http/answer.ts';

/** The report, its section and each check of policies ask for the same. */
const known = new WeakMap<Answer, { facts: DocumentFacts | null; judged: JudgedDocument }>();

/** The policies of a document, judged once an audit. */
export function judgedPolicies(answer: Answer, facts: DocumentFacts | null): JudgedDocument {
  const seen = known.get(answer);
  if (seen !== undefined && seen.facts === facts) return seen.judged;
  const judged = judgeDocument(answer.url, answer.headers, facts?.metaPolicies);
  known.set(answer, { facts, judged });
  return judged;
}
