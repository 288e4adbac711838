import { scope, usualScopes } from '@perimeter/contract/account/plan';
import { parseArgs } from 'node:util';
import { issueKey } from '../credentials/api-key.ts';
import { fromKeyId, keyStatusOf, toKeyId } from '../credentials/key-id.ts';
import { findKeyOwner, insertKey, listKeys, mostKeys, revokeKey } from '../repositories/accounts/api-keys.ts';
import { insertDeed } from '../repositories/teams/team-log.ts';
import { emailOf, requireAccount } from './accounts.ts';
import { type Command, Refusal, UsageError } from './command.ts';

/** The actor that the team's log names for commands run on the host. */
const operator = { kind: 'operator', id: 'host' } as const;

/** create-key */
export const createKey: Command = {
  usage: `create-key <email> [--name <name>] [--scope ${scope.options.join('|')}]…`,
  run: async (context) => {
    const { values, positionals } = parseArgs({
      args: [...context.args],
      allowPositionals: true,
      options: { name: { type: 'string', default: 'Created on the host' }, scope: { type: 'string', multiple: true } },
    });
    const scopes = scope
      .array()
      .min(1)
      .safeParse(values.scope ?? usualScopes);
    const name = values.name.trim();
    if (!scopes.success || positionals.length !== 1 || name === '' || name.length > 100) {
      throw new UsageError('Expected an e-mail address, one name and scopes');
    }
    const { id: accountId } = await requireAccount(context, emailOf(positionals[0]));
    const { key, stored } = issueKey(context.secret);
    const made = { ...stored, accountId, name, scopes: [...new Set(scopes.data)], expiresAt: null, now: new Date() };
    const row = await context.db.transaction().execute(async (trx) => {
      const kept = await insertKey(trx, made);
      if (kept === undefined)
        throw new Refusal(`The account has the maximum of ${mostKeys} active keys: revoke one first`);
      await insertDeed(trx, { teamId: accountId, actor: operator, action: 'key_created', target: name });
      return kept;
    });
    context.print(`Created ${toKeyId(row.id)} with ${row.scopes.join(', ')}. Key (shown only once):`);
    context.print(key);
  },
};

/** list-keys */
export const showKeys: Command = {
  usage: 'list-keys <email>',
  run: async (context) => {
    const [email, ...more] = context.args;
    if (more.length > 0) throw new UsageError('Expected one e-mail address');
    const { id } = await requireAccount(context, emailOf(email));
    for (const row of await listKeys(context.db, id)) {
      const used = row.last_used_at === null ? 'never used' : `last used ${row.last_used_at.toISOString()}`;
      const shown = `${row.prefix}…${row.last_four}`;
      const fields = [toKeyId(row.id), keyStatusOf(row, Date.now()), shown, row.scopes.join(','), used, row.name];
      context.print(fields.join('  '));
    }
  },
};

/** revoke-key */
export const endKey: Command = {
  usage: 'revoke-key <key_id>',
  run: async ({ db, args, print }) => {
    const [text = '', ...more] = args;
    const id = fromKeyId(text);
    if (id === null || more.length > 0) throw new UsageError('Invalid key id');
    const accountId = await findKeyOwner(db, id);
    if (accountId === undefined) throw new Refusal('Key not found');
    await db.transaction().execute(async (trx) => {
      await revokeKey(trx, accountId, id, new Date());
      await insertDeed(trx, { teamId: accountId, actor: operator, action: 'key_revoked', target: text });
    });
    print(`${text} is revoked, effective immediately`);
  },
};
