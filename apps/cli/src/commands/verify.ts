import type { SealVerdict } from '@perimeter/contract/verification';
import { sealVerdict } from '@perimeter/report/seal/seal-verdict';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import type { VerifyArguments } from '../offline/arguments.ts';
import type { Context } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../output.ts';
import { readCompromised, readFile, readRoots } from './sealed-files.ts';
import { renderVerification } from './verify-view.ts';

const codes: Readonly<Record<SealVerdict, ExitCode>> = {
  intact: exitCodes.ok.code,
  altered: exitCodes.gateFailed.code,
  untrusted_signer: exitCodes.untrustedSigner.code,
  not_sealed: exitCodes.notSealed.code,
};

/** Verifies a sealed report offline; the exit code is the verdict. */
export function runVerify(args: VerifyArguments, { stdout, env }: Context): ExitCode {
  const compromised = args.keys === null ? null : readCompromised(args.keys);
  const bytes = readFile(args.file);
  const verification = verifySealedPdf(bytes, readRoots('--ca', args.roots), {
    timeAuthorities: args.timeAuthorities === null ? null : readRoots('--tsa-ca', args.timeAuthorities),
    compromisedSinceMs: (kid) => compromised?.get(kid) ?? null,
  });
  const result = { verdict: sealVerdict(verification, bytes), ...verification };
  const { report: _report, ...shown } = result;
  const options = terminalOptions(args.colour, env, stdout);
  stdout.write(args.format === 'json' ? jsonText(shown) : renderVerification(result, bytes, options));
  return codes[result.verdict];
}
