import { parseDomain } from '@perimeter/protocols/domain/name';
import { suggestionText } from '@perimeter/protocols/domain/suggestion';
import { type OptOutTarget, readOptOutTarget } from '../audits/opt-out-target.ts';
import { addOptOut, listOptOuts, removeOptOut } from '../repositories/audits/opt-outs.ts';
import { type Command, Refusal, UsageError } from './command.ts';

/** Reads a domain from an argument. Throws UsageError with a suggestion. */
export function domainOf(text: string | undefined): string {
  const typed = text ?? '';
  const parsed = parseDomain(typed);
  if (parsed.ok) return parsed.domain.ascii;
  throw new UsageError(`${parsed.message}${suggestionText(typed)}`);
}

/** Reads a domain or network from an argument. Throws UsageError. */
function targetOf(text: string | undefined): OptOutTarget {
  const read = readOptOutTarget(text ?? '');
  if (!read.ok) throw new UsageError(read.message);
  return read.target;
}

const coverage = { domain: ' and all its subdomains are', network: ' is' } as const;

/** opt-out: domains (with all subdomains) and networks that are never audited. */
export const optOut: Command = {
  usage: 'opt-out add <domain or network> <reason> | opt-out remove <domain or network> | opt-out list',
  run: async ({ db, args, print }) => {
    const [what, text, ...words] = args;
    if (what === 'list' && text === undefined) {
      for (const row of await listOptOuts(db)) print(`${row.domain}  ${row.created_at.toISOString()}  ${row.reason}`);
      return;
    }
    if (what === 'add' && words.length > 0) {
      const { kind, name } = targetOf(text);
      await addOptOut(db, name, words.join(' '));
      print(`${name}${coverage[kind]} no longer audited`);
      return;
    }
    if (what !== 'remove' || words.length > 0) throw new UsageError('Expected add, remove or list');
    const { name } = targetOf(text);
    if (!(await removeOptOut(db, name))) throw new Refusal(`${name} is not on the list`);
    print(`${name} can be audited again`);
  },
};
