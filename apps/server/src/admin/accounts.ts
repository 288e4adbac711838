import { emailAddress } from '@perimeter/contract/account/account';
import { plan } from '@perimeter/contract/account/plan';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { passwordProblem } from '../credentials/passwords/rules.ts';
import { hashPassword } from '../credentials/passwords/password.ts';
import {
  type AccountRow,
  findAccountByEmail,
  hasNoAccount,
  insertAccount,
  setEmail,
  setDisabled,
  setPlan,
} from '../repositories/accounts/accounts.ts';
import { cancelEmailChange } from '../repositories/accounts/email-changes.ts';
import { passwordCost } from '../settings/identity.ts';
import { type Command, type CommandContext, Refusal, UsageError } from './command.ts';
import { noteByOperator } from './note.ts';

const teamAddress = /^team:[0-9a-f-]{36}$/;

/** Reads the e-mail address from an argument, in its stored form. Throws UsageError. */
export function emailOf(text: string | undefined): string {
  // A team whose first member has left has only this generated address as its name.
  if (teamAddress.test(text ?? '')) return text ?? '';
  const parsed = emailAddress.safeParse(text);
  if (!parsed.success) throw new UsageError('Invalid e-mail address');
  return parsed.data;
}

/** Finds the account with an address. Throws Refusal. */
export async function requireAccount({ db }: CommandContext, email: string): Promise<AccountRow> {
  const found = await findAccountByEmail(db, email);
  if (found === undefined) throw new Refusal(`Account ${email} not found`);
  return found;
}

// Makes a password of 120 random bits that a person types once.
const makePassword = (): string => randomBytes(15).toString('base64url');

/** create-account: the first account always becomes administrator, with or without the option. */
export const createAccount: Command = {
  usage: 'create-account <email> [--admin] [--plan free|pro|team] [--password-stdin]',
  run: async (context) => {
    const { values, positionals } = parseArgs({
      args: [...context.args],
      allowPositionals: true,
      options: {
        admin: { type: 'boolean', default: false },
        plan: { type: 'string', default: 'free' },
        'password-stdin': { type: 'boolean', default: false },
      },
    });
    const email = emailOf(positionals[0]);
    const chosen = plan.safeParse(values.plan);
    if (!chosen.success || positionals.length !== 1)
      throw new UsageError('Expected an e-mail address and a plan (free, pro or team)');
    const given = values['password-stdin'] ? (await context.readInput()).replace(/\r?\n$/, '') : null;
    const password = given ?? makePassword();
    const problem = passwordProblem(password, email);
    if (problem !== null) throw new Refusal(`Password rejected: ${problem}`);
    const isAdmin = values.admin || (await hasNoAccount(context.db));
    const made = await insertAccount(context.db, {
      email,
      passwordHash: await hashPassword(password, passwordCost),
      isAdmin,
    });
    if (made === undefined) throw new Refusal(`Account ${email} already exists`);
    if (chosen.data !== 'free') await setPlan(context.db, email, chosen.data);
    context.print(`Created account ${email}${isAdmin ? ' (administrator)' : ''} with plan ${chosen.data}`);
    if (given === null) context.print(`Password (shown only once): ${password}`);
  },
};

/** set-plan */
export const changePlan: Command = {
  usage: 'set-plan <email> free|pro|team',
  run: async (context) => {
    const [emailText, planText, ...more] = context.args;
    const email = emailOf(emailText);
    const chosen = plan.safeParse(planText);
    if (!chosen.success || more.length > 0)
      throw new UsageError('Expected an e-mail address and a plan (free, pro or team)');
    if (!(await setPlan(context.db, email, chosen.data))) throw new Refusal(`Account ${email} not found`);
    context.print(`${email} now has plan ${chosen.data}, effective immediately`);
  },
};

/** change-email: no confirmation message is sent, because the operator vouches for the new address. */
export const changeEmail: Command = {
  usage: 'change-email <current email> <new email>',
  run: async (context) => {
    const [before, after, ...more] = context.args;
    const [email, next] = [emailOf(before), emailOf(after)];
    if (more.length > 0) throw new UsageError('Expected the current and the new e-mail address');
    const { id } = await requireAccount(context, email);
    if (!(await setEmail(context.db, id, next))) throw new Refusal(`Account ${next} already exists`);
    await cancelEmailChange(context.db, id);
    await noteByOperator(context, id, 'email_changed', next);
    context.print(`${email} is now ${next}`);
  },
};

const switchAccount = (name: string, isDisabled: boolean, done: string): Command => ({
  usage: `${name} <email>`,
  run: async (context) => {
    const [text, ...more] = context.args;
    const email = emailOf(text);
    if (more.length > 0) throw new UsageError('Expected one e-mail address');
    const changed = await setDisabled(context.db, email, isDisabled);
    if (changed === undefined) throw new Refusal(`Account ${email} not found`);
    await noteByOperator(context, changed.id, isDisabled ? 'account_disabled' : 'account_enabled');
    context.print(`${email} ${done}`);
  },
});

/** disable-account */
export const disableAccount = switchAccount(
  'disable-account',
  true,
  'is disabled: sessions have ended and keys are rejected; running audits continue',
);

/** enable-account */
export const enableAccount = switchAccount(
  'enable-account',
  false,
  'is enabled: keys work again, and the account can log in',
);
