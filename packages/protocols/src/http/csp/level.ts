import type { Attack } from './attack.ts';
import { rulingDirective } from './directives.ts';
import type { DocumentPolicy } from './document-policies.ts';
import type { QuestionId } from './questions.data.ts';
import { hasKeyword, hasNonceOrHash, type SourceList } from './sources.ts';

/** What kind of policy a document has, from none to the strictest. */
export type CspLevel = 'none' | 'report-only' | 'hosts' | 'nonce-hash' | 'strict' | 'strict-trusted-types';

const isNothing = (list: SourceList): boolean => !list.some(({ kind }) => kind !== 'none' && kind !== 'invalid');

/** Whether a list lets in no script by its address: by nonce or hash alone, or not at all. */
const isStrictList = (list: SourceList): boolean =>
  isNothing(list) ||
  (hasNonceOrHash(list) &&
    (hasKeyword(list, 'strict-dynamic') ||
      !(hasKeyword(list, 'self') || list.some(({ kind }) => kind === 'host' || kind === 'scheme'))));

/** The level of a document's policies; the attack is the one on the enforced policies. */
export function cspLevel(policies: readonly DocumentPolicy[], { questions, bypasses }: Attack): CspLevel {
  const enforced = policies.filter(({ delivery }) => delivery !== 'report-only');
  const lists = enforced.flatMap((policy) => rulingDirective(policy, 'script-src-elem')?.list ?? []);
  const rulings = enforced.flatMap((policy) => rulingDirective(policy, 'script-src-elem') ?? []);
  if (enforced.length === 0) return policies.length === 0 ? 'none' : 'report-only';
  if (rulings.length === 0) return 'none';
  const isClosed = (...ids: QuestionId[]): boolean => !questions.some(({ id, open }) => open && ids.includes(id));
  const runsNothingForeign =
    isClosed('inline-script', 'inline-handler', 'script-any-host', 'script-data') && bypasses.length === 0;
  const isStrict =
    runsNothingForeign &&
    rulings.some(({ list }) => isStrictList(list)) &&
    isClosed('object-any-host', 'base-any-host');
  if (isStrict) return isClosed('dom-sinks') ? 'strict-trusted-types' : 'strict';
  return runsNothingForeign && hasNonceOrHash(lists) ? 'nonce-hash' : 'hosts';
}
