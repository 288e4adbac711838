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
    throw new UsageError('After rotate comes root, compromised, both in this order, or nothing');
  if (ownCertificate)
    throw new Refusal(
      'Reports are sealed with a certificate of your own, which only you can replace: name another one in PERIMETER_SIGNING_CERTIFICATE or PERIMETER_SIGNING_PKCS12 and start the service again. The one before is retired then; signing-key compromised <kid> tells everybody not to trust it',
    );
  const kid = await rotateKeys(db, secrets, { whole, ending: reason ?? 'retired' });
  print(`Reports are sealed with ${kid} from now on; those sealed before stay verifiable`);
}

function readSince(given: string | undefined, now: Date): Date {
  if (given === undefined) return now;
  const since = new Date(given);
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(given) && !Number.isNaN(since.getTime());
  if (!isTime) throw new UsageError('Say since when as 2026-05-07 or 2026-05-07T10:00:00Z');
  if (since > now) throw new UsageError('A key cannot be compromised in the future');
  return since;
}

async function compromise({ db, print }: CommandContext, [kid, given, ...more]: string[]): Promise<void> {
  if (kid === undefined || more.length > 0) throw new UsageError('Say which key, by its kid, and since when');
  const since = readSince(given, new Date());
  if (!(await declareCompromised(db, kid, since)))
    throw new Refusal(`There is no key ${kid}: signing-key list has them`);
  print(
    `Whatever was sealed under ${kid} after ${since.toISOString()} is not authentic; what is in the register from before stays so`,
  );
}

async function checkRegister({ db, print }: CommandContext): Promise<void> {
  const broken = await brokenEntries(db);
  if (broken.length > 0) throw new Refusal(`The register does not follow from itself at entry ${broken.join(', ')}`);
  const replaced = await replacedDocuments(db);
  if (replaced.length > 0)
    throw new Refusal(`The document of entry ${replaced.join(', ')} is not the one that was registered`);
  print('The register is whole');
}

/** signing-key: what reports are sealed with, and whether the register of sealed reports is whole. */
export const signingKey: Command = {
  usage:
    'signing-key list | signing-key rotate [root] [compromised] | signing-key compromised <kid> [since] | signing-key check-register',
  run: async (context) => {
    const [what, ...words] = context.args;
    if ((what === 'list' || what === 'check-register') && words.length > 0) throw new UsageError('That is too much');
    try {
      if (what === 'list') await list(context);
      else if (what === 'rotate') await rotate(context, words);
      else if (what === 'compromised') await compromise(context, words);
      else if (what === 'check-register') await checkRegister(context);
      else throw new UsageError('Say list, rotate, compromised or check-register');
    } catch (error) {
      throw error instanceof SigningKeysError ? new Refusal(error.message) : error;
    }
  },
};
