import { removeAllFactors } from '../repositories/accounts/second-factors.ts';
import { type Command, Refusal, UsageError } from './command.ts';
import { noteByOperator } from './note.ts';
import { emailOf, requireAccount } from './accounts.ts';

/**
 * remove-second-factor: for a person who lost both the factor and the recovery codes; the operator must verify who
 * asks.
 */
export const dropSecondFactor: Command = {
  usage: 'remove-second-factor <email>',
  run: async (context) => {
    const [text, ...more] = context.args;
    const email = emailOf(text);
    if (more.length > 0) throw new UsageError('Expected one e-mail address');
    const { id } = await requireAccount(context, email);
    if (!(await removeAllFactors(context.db, id))) throw new Refusal(`${email} has no second factor`);
    await noteByOperator(context, id, 'second_factors_removed');
    context.print(`${email} logs in with the password alone`);
  },
};
