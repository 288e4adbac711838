import { parseDomain } from '@perimeter/protocols/domain/name';
import { suggestDomain } from '@perimeter/protocols/domain/suggestion';
import { addOptOut, listOptOuts, removeOptOut } from '../repositories/audits/opt-outs.ts';
import { type Command, Refusal, UsageError } from './command.ts';

/** The domain of an argument; throws UsageError with what was probably meant. */
export function domainOf(text: string | undefined): string {
  const parsed = parseDomain(text ?? '');
  if (parsed.ok) return parsed.domain.ascii;
  const meant = suggestDomain(text ?? '');
  throw new UsageError(meant === null ? parsed.message : `${parsed.message}. Did you mean ${meant.ascii}?`);
}

/** opt-out: the domains, with all below them, that are never audited. */
export const optOut: Command = {
  usage: 'opt-out add <domain> <reason> | opt-out remove <domain> | opt-out list',
  run: async ({ db, args, print }) => {
    const [what, domain, ...words] = args;
    if (what === 'list' && domain === undefined) {
      for (const row of await listOptOuts(db)) print(`${row.domain}  ${row.created_at.toISOString()}  ${row.reason}`);
      return;
    }
    if (what === 'add' && words.length > 0) {
      await addOptOut(db, domainOf(domain), words.join(' '));
      print(`${domainOf(domain)} and all its subdomains are no longer audited`);
      return;
    }
    if (what !== 'remove' || words.length > 0) throw new UsageError('Expected add, remove or list');
    if (!(await removeOptOut(db, domainOf(domain)))) throw new Refusal(`${domainOf(domain)} is not on the list`);
    print(`${domainOf(domain)} can be audited again`);
  },
};
