import { nearest } from '@perimeter/report/nearest';
import { joinDatabase } from '../database/open.ts';
import { readSecret } from '../identity/secrets.ts';
import { readSettings } from '../settings/settings.ts';
import { StartError } from '../settings/start-error.ts';
import { changeEmail, changePlan, createAccount, disableAccount, enableAccount } from './accounts.ts';
import { type Command, type CommandContext, Refusal, UsageError } from './command.ts';
import { findAudit } from './find-audit.ts';
import { createKey, endKey, showKeys } from './keys.ts';
import { optOut } from './opt-outs.ts';
import { dropSecondFactor } from './second-factor.ts';
import { securityLog } from './security-log.ts';
import { signingKey } from './signing-key.ts';
import { statements } from './statements.ts';

/** Every command by its name. */
const commands: Readonly<Record<string, Command>> = {
  'create-account': createAccount,
  'set-plan': changePlan,
  'change-email': changeEmail,
  'remove-second-factor': dropSecondFactor,
  'disable-account': disableAccount,
  'enable-account': enableAccount,
  'create-key': createKey,
  'list-keys': showKeys,
  'revoke-key': endKey,
  'opt-out': optOut,
  'find-audit': findAudit,
  'signing-key': signingKey,
  statements,
  'security-log': securityLog,
};

/** What an admin process takes from its surroundings. */
export interface AdminProcess extends Pick<CommandContext, 'readInput' | 'print'> {
  env: Readonly<Record<string, string | undefined>>;
  complain: (line: string) => void;
}

const usage = (): string =>
  ['Usage: npm run admin -- <command>', ...Object.values(commands).map((command) => `  ${command.usage}`)].join('\n');

/** Lists all commands, or shows the usage of one. */
function help(name = ''): string {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return `Usage: npm run admin -- ${command.usage}`;
  return `${usage()}\n\nThe commands work on the database of the settings, beside a running service. Exit codes: 0 done, 1 refused, 2 not understood.`;
}

// Errors of node:util's parseArgs have codes of this form.
const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** Runs one command on the configured database; exit codes: 0 done, 1 refused, 2 invalid usage. */
export async function runAdmin(argv: readonly string[], { env, complain, ...io }: AdminProcess): Promise<number> {
  const [name = '', ...args] = argv;
  if (['help', '--help', '-h'].includes(name)) {
    io.print(help(args[0]));
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const meant = nearest(name, Object.keys(commands));
    if (name !== '') complain(`Unknown command${meant === null ? '' : `. Did you mean ${meant}?`}`);
    complain(usage());
    return 2;
  }
  const read = readSettings(env);
  if (!read.ok) {
    complain(read.problems.join('\n'));
    return 2;
  }
  try {
    const { db, close } = await joinDatabase(read.settings.database, () => undefined);
    try {
      const secret = await readSecret(read.settings, db);
      const { previousSecret } = read.settings.identity;
      const secrets: [Buffer, ...Buffer[]] = previousSecret === null ? [secret] : [secret, Buffer.from(previousSecret)];
      const ownCertificate = read.settings.signing !== null;
      await command.run({ db, secret, secrets, ownCertificate, args, ...io });
    } finally {
      await close();
    }
    return 0;
  } catch (error) {
    if (isUsage(error)) {
      complain(`${error.message}\nUsage: npm run admin -- ${command.usage}`);
      return 2;
    }
    if (!(error instanceof StartError) && !(error instanceof Refusal)) throw error;
    complain(error.message);
    return 1;
  }
}
