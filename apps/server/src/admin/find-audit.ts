import { auditIdPrefix, toAuditId } from '../audits/audit-id.ts';
import { findByRef } from '../repositories/audits/list.ts';
import { type Command, Refusal, UsageError } from './command.ts';

/** find-audit: finds an audit by the reference that logs and traces use for it. */
export const findAudit: Command = {
  usage: 'find-audit <auditRef>',
  run: async ({ db, args: [ref = '', ...more], print }) => {
    if (!/^[0-9a-f]{12}$/.test(ref) || more.length > 0)
      throw new UsageError('Expected an auditRef from the log: 12 hexadecimal digits');
    const found = await findByRef(db, auditIdPrefix, ref);
    if (found.length === 0) throw new Refusal(`No audit has the reference ${ref}`);
    for (const { id, domain, status, started_at: started } of found)
      print(`${toAuditId(id)}  ${domain}  ${status}  started ${started.toISOString()}`);
  },
};
