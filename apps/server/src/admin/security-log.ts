import { parseArgs } from 'node:util';
import { dayMs } from '@perimeter/protocols/durations';
import { eventsSince } from '../repositories/accounts/security-events.ts';
import { emailOf } from './accounts.ts';
import { type Command, UsageError } from './command.ts';

const pageSize = 1_000;

/** security-log: logins, failed logins and changes of accounts, each with its network. */
export const securityLog: Command = {
  usage: 'security-log [<email>] [--days 7]',
  run: async ({ db, args, print }) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { days: { type: 'string', default: '7' } },
    });
    if (positionals.length > 1 || !/^[1-9]\d{0,3}$/.test(values.days))
      throw new UsageError('Expected an e-mail address or none, and a number of days');
    const email = positionals[0] === undefined ? null : emailOf(positionals[0]);
    const since = new Date(Date.now() - Number(values.days) * dayMs);
    for (let after = '0'; ;) {
      const rows = await eventsSince(db, { email, since, after, limit: pageSize });
      for (const { at, email: of, kind, network, user_agent: agent, detail } of rows)
        print(
          [at.toISOString(), of, kind, network, detail, agent].map((part) => (part === '' ? '-' : part)).join('  '),
        );
      after = rows.at(-1)?.id ?? after;
      if (rows.length < pageSize) return;
    }
  },
};
