import { emailAddress } from '@perimeter/contract/account';
import { plan } from '@perimeter/contract/plan';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { passwordProblem } from '../credentials/passwords/rules.ts';
import { hashPassword } from '../credentials/passwords/password.ts';
import {
  type AccountRow,
  findAccountByEmail,
  hasNoAccount,
  insertAccount,
  setDisabled,
  setPlan,
} from '../repositories/accounts/accounts.ts';
import { type Command, type CommandContext, Refusal, UsageError } from './command.ts';

/** The e-mail address of an argument, as it is stored. Throws UsageError. */
export function emailOf(text: string | undefined): string {
  const parsed = emailAddress.safeParse(text);
  if (!parsed.success) throw new UsageError('This is not an e-mail address');
  return parsed.data;
}

/** The account of an address. Throws Refusal. */
export async function requireAccount({ db }: CommandContext, email: string): Promise<AccountRow> {
  const found = await findAccountByEmail(db, email);
  if (found === undefined) throw new Refusal(`There is no account ${email}`);
  return found;
}

// 120 random bits, for somebody to type once.
const makePassword = (): string => randomBytes(15).toString('base64url');

/** create-account: the first one administers, whether asked for or not. */
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
    if (!chosen.success || positionals.length !== 1) throw new UsageError('This is not one address and one plan');
    const given = values['password-stdin'] ? (await context.readInput()).replace(/\r?\n$/, '') : null;
    const password = given ?? makePassword();
    const problem = passwordProblem(password, email);
    if (problem !== null) throw new Refusal(`The password is not taken: ${problem}`);
    const isAdmin = values.admin || (await hasNoAccount(context.db));
    const made = await insertAccount(context.db, { email, passwordHash: await hashPassword(password), isAdmin });
    if (made === undefined) throw new Refusal(`There is an account ${email} already`);
    if (chosen.data !== 'free') await setPlan(context.db, email, chosen.data);
    context.print(`Made ${email}${isAdmin ? ', an administrator,' : ''} on plan ${chosen.data}`);
    if (given === null) context.print(`Its password, shown this once: ${password}`);
  },
};

/** set-plan */
export const changePlan: Command = {
  usage: 'set-plan <email> free|pro|team',
  run: async (context) => {
    const [emailText, planText, ...more] = context.args;
    const email = emailOf(emailText);
    const chosen = plan.safeParse(planText);
    if (!chosen.success || more.length > 0) throw new UsageError('This is not one address and one plan');
    if (!(await setPlan(context.db, email, chosen.data))) throw new Refusal(`There is no account ${email}`);
    context.print(`${email} is on plan ${chosen.data}; running processes know it at once`);
  },
};

const switchAccount = (name: string, isDisabled: boolean, done: string): Command => ({
  usage: `${name} <email>`,
  run: async (context) => {
    const [text, ...more] = context.args;
    const email = emailOf(text);
    if (more.length > 0) throw new UsageError('This is not one address');
    const changed = await setDisabled(context.db, email, isDisabled);
    if (changed === undefined) throw new Refusal(`There is no account ${email}`);
    context.print(`${email} ${done}`);
  },
});

/** disable-account */
export const disableAccount = switchAccount(
  'disable-account',
  true,
  'is disabled: its sessions have ended, its keys are refused, its audits that are under way go on',
);

/** enable-account */
export const enableAccount = switchAccount(
  'enable-account',
  false,
  'is enabled: its keys work again, and it can sign in',
);
