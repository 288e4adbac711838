import { createScreen, heading, paragraph, type TerminalOptions } from '@perimeter/report/terminal/screen';
import { renderLines } from '@perimeter/report/terminal/style';
import type { SealCheck } from '@perimeter/report/seal/seal-checks';
import { type SealVerification, verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import type { VerifyArguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../output.ts';
import { readCompromised, readRoots, readSealed } from './sealed-files.ts';

const signOf = (
  { passed }: SealCheck,
  { good, bullet, severity }: ReturnType<typeof createScreen>['symbols'],
): string => (passed === true ? good : passed === false ? severity.critical : bullet);

function render(result: SealVerification, options: TerminalOptions): string {
  const screen = createScreen(options);
  const { claims } = result;
  const verdict = result.intact
    ? 'Intact: the file is unchanged since it was issued'
    : 'Not intact: do not trust this file';
  const facts = [
    ...(claims.sealedAt === null ? [] : [`sealed ${new Date(claims.sealedAt).toISOString()}`]),
    ...(claims.timeStamp === null
      ? []
      : [`time stamp ${new Date(claims.timeStamp.at).toISOString()} by ${claims.timeStamp.authority}`]),
    ...(claims.contentSha256 === null ? [] : [`report SHA-256 ${claims.contentSha256}`]),
    `file SHA-256 ${result.fileSha256}`,
  ];
  return renderLines(
    [
      [],
      ...paragraph(screen, verdict, {
        indent: 2,
        lead: [
          `${result.intact ? screen.symbols.good : screen.symbols.severity.critical} `,
          result.intact ? 'good' : 'bad',
        ],
        style: 'bold',
      }),
      ...facts.flatMap((fact) => paragraph(screen, screen.clean(fact), { indent: 4, style: 'dim' })),
      [],
      heading(screen, 'Checks'),
      ...result.checks.flatMap((check) =>
        paragraph(screen, screen.clean(`${check.name}: ${check.detail}`), {
          indent: 2,
          lead: [
            `${signOf(check, screen.symbols)} `,
            check.passed === true ? 'good' : check.passed === false ? 'bad' : 'dim',
          ],
        }),
      ),
    ],
    options.colour,
  );
}

/** Verifies a sealed report offline; the exit code is the verdict. */
export function runVerify(args: VerifyArguments, { stdout, env }: Context): ExitCode {
  const compromised = args.keys === null ? null : readCompromised(args.keys);
  const result = verifySealedPdf(readSealed(args.file), readRoots('--ca', args.roots), {
    timeAuthorities: args.timeAuthorities === null ? null : readRoots('--tsa-ca', args.timeAuthorities),
    compromisedSinceMs: (kid) => compromised?.get(kid) ?? null,
  });
  const { report: _report, ...told } = result;
  stdout.write(args.format === 'json' ? jsonText(told) : render(result, terminalOptions(args.colour, env, stdout)));
  return result.intact ? exitCodes.ok.code : exitCodes.gateFailed.code;
}
