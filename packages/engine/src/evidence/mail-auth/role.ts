import type { SpfNode } from '@perimeter/protocols/spf/survey-tree';
import { sendersOf } from '@perimeter/protocols/spf/senders';
import type { MailAuthEvidence } from './schema.ts';

/**
 * What a domain does with mail. `mail`: it has MX hosts; `no-mail-declared`: it says that it takes and sends none;
 * `sends-only`: no MX, but SPF allows a sender; `implicit`: no MX, so mail goes to its address (RFC 5321 section 5.1);
 * `silent`: no MX, no address, and nothing said.
 */
export type MailRole = 'mail' | 'no-mail-declared' | 'sends-only' | 'implicit' | 'silent' | 'unknown';

/** True for a record that allows nobody to send: no term that lets somebody pass, and a failing `all`, its own or that of a redirect. */
export function allowsNobody({ terms, problem }: SpfNode): boolean {
  const used = terms.filter(({ ignored, kind }) => !ignored && kind !== 'exp' && kind !== 'unknown');
  if (problem !== null || used.some(({ qualifier }) => qualifier === 'pass')) return false;
  const redirect = used.find(({ kind }) => kind === 'redirect');
  if (redirect !== undefined) return redirect.child !== null && allowsNobody(redirect.child);
  return used.some(({ kind, qualifier }) => kind === 'all' && qualifier === 'fail');
}

/** Whether a domain neither takes nor sends mail, said or not: no policy against forgers can hit mail of its own. */
export const hasNoMail = (role: MailRole): boolean =>
  role === 'no-mail-declared' || role === 'implicit' || role === 'silent';

function allowsSomebody(tree: SpfNode): boolean {
  const { passing, complete } = sendersOf(tree);
  return passing.length > 0 || (tree.terms.length > 0 && !complete);
}

/** True where the domain says that it takes no mail (RFC 7505). */
export const isNullMx = ({ hosts }: MailAuthEvidence['route']): boolean =>
  hosts.length > 0 && hosts.every(({ host }) => host === '');

/** The role of a domain, from its MX, its addresses and its SPF record. */
export function roleOf({ route, spf }: Pick<MailAuthEvidence, 'route' | 'spf'>): MailRole {
  if (route.hosts.some(({ host }) => host !== '')) return 'mail';
  if (route.status === 'failed') return 'unknown';
  if (allowsSomebody(spf.tree)) return 'sends-only';
  if (isNullMx(route) || allowsNobody(spf.tree)) return 'no-mail-declared';
  if (spf.tree.problem?.kind === 'unanswered' || route.address === 'unknown') return 'unknown';
  return route.address === 'yes' ? 'implicit' : 'silent';
}
