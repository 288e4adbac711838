import type { CertificatesArguments } from '../../certificates-arguments.ts';
import type { Context } from '../../context.ts';
import { terminalOptions } from '../../display.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { jsonText } from '../../output.ts';
import { verdictOn } from './verdict.ts';
import { renderVerdict } from './view.ts';

/** Verifies a chain in a file as the certificates probe does served ones; the exit code is the verdict. */
export async function runCertificates(args: CertificatesArguments, { stdout, env }: Context): Promise<ExitCode> {
  const verdict = await verdictOn(args, env);
  stdout.write(
    args.format === 'json' ? jsonText(verdict) : renderVerdict(verdict, terminalOptions(args.colour, env, stdout)),
  );
  return verdict.trusted ? exitCodes.ok.code : exitCodes.gateFailed.code;
}
