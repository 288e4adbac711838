import { publishedKeys } from '../signing/published-keys.ts';
import { replacedDocuments } from '../repositories/seals/register.ts';
import { brokenEntries } from '../signing/register.ts';
import { declareCompromised, rotateKeys, SigningKeysError } from '../signing/signing-keys.ts';
import { type Command, type CommandContext, Refusal, UsageError } from './command.ts';

async function list({ db, print }: CommandContext): Promise<void> {
  for (const { kid, role, status, notAfter, revokedAt } of await publishedKeys(db)) {
    const since = revokedAt === null ? '' : `  since ${revokedAt}`;
    print(`${kid}  ${role.padEnd(6)}  ${status.padEnd(11)}  until ${notAfter.slice(0, 10)}${since}`);
  }
}

async function rotate({ db, secrets, ownCertificate, print }: CommandContext, words: string[]): Promise<void> {
  const whole = words[0] === 'root';
  const [reason, ...more] = whole ? words.slice(1) : words;
  if (more.length > 0 || (reason !== undefined && reason !== 'compromised'))
    throw new UsageError('Expected root, compromised, both in this order, or nothing after rotate');
  if (ownCertificate)
    throw new Refusal(
      'Reports are signed with a configured certificate: set another one in PERIMETER_SIGNING_CERTIFICATE or PERIMETER_SIGNING_PKCS12 and restart the service. This retires the previous one; use "signing-key compromised <kid>" to declare it untrusted',
    );
  const kid = await rotateKeys(db, secrets, { whole, ending: reason ?? 'retired' });
  print(`New reports are signed with ${kid}; earlier reports stay verifiable`);
}

function readSince(given: string | undefined, now: Date): Date {
  if (given === undefined) return now;
  const since = new Date(given);
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(given) && !Number.isNaN(since.getTime());
  if (!isTime) throw new UsageError('Invalid time: use 2026-05-07 or 2026-05-07T10:00:00Z');
  if (since > now) throw new UsageError('The time of compromise is in the future');
  return since;
}

async function compromise({ db, print }: CommandContext, [kid, given, ...more]: string[]): Promise<void> {
  if (kid === undefined || more.length > 0) throw new UsageError('Expected a key id and optionally a time');
  const since = readSince(given, new Date());
  if (!(await declareCompromised(db, kid, since)))
    throw new Refusal(`Key ${kid} not found: "signing-key list" shows all keys`);
  print(
    `Reports signed with ${kid} after ${since.toISOString()} are not authentic; earlier reports in the register stay authentic`,
  );
}

async function checkRegister({ db, print }: CommandContext): Promise<void> {
  const broken = await brokenEntries(db);
  if (broken.length > 0) throw new Refusal(`The hash chain of the register is broken at entry ${broken.join(', ')}`);
  const replaced = await replacedDocuments(db);
  if (replaced.length > 0)
    throw new Refusal(`The document of entry ${replaced.join(', ')} differs from the registered one`);
  print('The register is intact');
}

/** signing-key: the keys that seal reports, and whether the register of sealed reports is intact. */
export const signingKey: Command = {
  usage:
    'signing-key list | signing-key rotate [root] [compromised] | signing-key compromised <kid> [since] | signing-key check-register',
  run: async (context) => {
    const [what, ...words] = context.args;
    if ((what === 'list' || what === 'check-register') && words.length > 0) throw new UsageError('Too many arguments');
    try {
      if (what === 'list') await list(context);
      else if (what === 'rotate') await rotate(context, words);
      else if (what === 'compromised') await compromise(context, words);
      else if (what === 'check-register') await checkRegister(context);
      else throw new UsageError('Expected list, rotate, compromised or check-register');
    } catch (error) {
      throw error instanceof SigningKeysError ? new Refusal(error.message) : error;
    }
  },
};
