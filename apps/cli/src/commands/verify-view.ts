import type { SealVerdict } from '@perimeter/contract/verification';
import { createScreen, heading, paragraph, type TerminalOptions } from '@perimeter/report/terminal/screen';
import { renderLines } from '@perimeter/report/terminal/style';
import type { SealCheck, SealCheckName } from '@perimeter/report/seal/seal-checks';
import { isPdf } from '@perimeter/report/seal/seal-verdict';
import type { SealVerification } from '@perimeter/report/seal/verify-pdf';

/** A verification and its verdict. */
export type Verified = SealVerification & { verdict: SealVerdict };

const signOf = (
  { passed }: SealCheck,
  { good, bullet, severity }: ReturnType<typeof createScreen>['symbols'],
): string => (passed === true ? good : passed === false ? severity.critical : bullet);

/** JSON reports are not signed: only their hash can be compared. */
const isJson = (bytes: Buffer): boolean => /^\s*[{[]/u.test(bytes.subarray(0, 1_024).toString('latin1'));

function verdictText({ verdict, checks }: Verified, bytes: Buffer): string {
  const failed = (name: SealCheckName): boolean => checks.some((one) => one.name === name && one.passed === false);
  switch (verdict) {
    case 'intact':
      return 'Intact: the file is unchanged since it was issued';
    case 'altered':
      return 'Altered or incomplete: do not trust this file; download it again';
    case 'untrusted_signer':
      return failed('signer')
        ? 'Unknown signer: unchanged since it was signed, but not by anyone that --ca trusts'
        : 'Signature not valid: unchanged since it was signed, but the signature cannot be relied on';
    case 'not_sealed':
      if (isPdf(bytes)) return 'Not a signed report: this PDF has no signature of Perimeter';
      return isJson(bytes)
        ? 'Not a PDF: this is JSON, which has no signature. Compare its SHA-256 with the hash in the PDF, or upload it to /verify of the service'
        : 'Not a PDF';
  }
}

function factsOf({ claims, fileSha256 }: SealVerification): string[] {
  const { sealedAt, timeStamp, contentSha256 } = claims;
  return [
    ...(sealedAt === null ? [] : [`sealed ${new Date(sealedAt).toISOString()}`]),
    ...(timeStamp === null ? [] : [`time stamp ${new Date(timeStamp.at).toISOString()} by ${timeStamp.authority}`]),
    ...(contentSha256 === null ? [] : [`report SHA-256 ${contentSha256}`]),
    `file SHA-256 ${fileSha256}`,
  ];
}

/** The verdict, the file's claims, and every check as text. */
export function renderVerification(result: Verified, bytes: Buffer, options: TerminalOptions): string {
  const screen = createScreen(options);
  const { good, bullet, severity } = screen.symbols;
  const tone = { intact: 'good', untrusted_signer: 'fair', altered: 'bad', not_sealed: 'bad' } as const;
  const sign = { intact: good, untrusted_signer: bullet, altered: severity.critical, not_sealed: severity.critical };
  const { verdict, checks } = result;
  const lead = [`${sign[verdict]} `, tone[verdict]] as const;
  const checkLines = checks.flatMap((check) =>
    paragraph(screen, screen.clean(`${check.name}: ${check.detail}`), {
      indent: 2,
      lead: [
        `${signOf(check, screen.symbols)} `,
        check.passed === true ? 'good' : check.passed === false ? 'bad' : 'dim',
      ],
    }),
  );
  return renderLines(
    [
      [],
      ...paragraph(screen, verdictText(result, bytes), { indent: 2, lead, style: 'bold' }),
      ...factsOf(result).flatMap((fact) => paragraph(screen, screen.clean(fact), { indent: 4, style: 'dim' })),
      ...(verdict === 'not_sealed' ? [] : [[], heading(screen, 'Checks'), ...checkLines]),
    ],
    options.colour,
  );
}
