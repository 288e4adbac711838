import { brokenEntries } from '../pdf/register.ts';
import { publishedKeys, rotateSigner } from '../pdf/signing-keys.ts';
import { type Command, Refusal, UsageError } from './command.ts';

/** signing-key: what reports are sealed with, and whether the register of sealed reports is whole. */
export const signingKey: Command = {
  usage: 'signing-key list | signing-key rotate [compromised] | signing-key check-register',
  run: async ({ db, secrets, args, print }) => {
    const [what, reason, ...more] = args;
    if (more.length > 0) throw new UsageError('That is too much');
    if (what === 'list' && reason === undefined) {
      for (const { kid, role, status, notAfter } of await publishedKeys(db)) {
        print(`${kid}  ${role.padEnd(6)}  ${status.padEnd(11)}  until ${notAfter.slice(0, 10)}`);
      }
      return;
    }
    if (what === 'rotate' && (reason === undefined || reason === 'compromised')) {
      const { kid } = await rotateSigner(db, secrets, reason ?? 'retired');
      print(`Reports are sealed with ${kid} from now on; those sealed before stay verifiable`);
      return;
    }
    if (what !== 'check-register' || reason !== undefined) throw new UsageError('Say list, rotate or check-register');
    const broken = await brokenEntries(db);
    if (broken.length > 0) throw new Refusal(`The register does not follow from itself at entry ${broken.join(', ')}`);
    print('The register is whole');
  },
};
