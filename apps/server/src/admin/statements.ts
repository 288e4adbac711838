import { toAuditId } from '../audits/audit-id.ts';
import { statementsFor } from '../repositories/audits/statements.ts';
import { type Command, UsageError } from './command.ts';
import { domainOf } from './opt-outs.ts';

/** statements: who stated when that a domain may be tested, subdomains included; needed to answer complaints. */
export const statements: Command = {
  usage: 'statements <domain>',
  run: async ({ db, args: [domain, ...more], print }) => {
    if (more.length > 0) throw new UsageError('Expected one domain');
    for (const { auditId, domain: name, by, proof, atMs } of await statementsFor(db, domainOf(domain)))
      print(
        `${new Date(atMs).toISOString()}  ${name}  ${by}  ${toAuditId(auditId)}${proof === null ? '' : `  control proved by ${proof}`}`,
      );
  },
};
