import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';

/** perimeter schema: each of the two is loaded alone. */
export async function runSchema(of: 'report' | 'config', { stdout }: Context): Promise<ExitCode> {
  stdout.write(
    of === 'config'
      ? (await import('@perimeter/contract/configuration')).configurationSchemaText()
      : (await import('@perimeter/contract/report-schema')).reportSchemaText(),
  );
  return exitCodes.ok.code;
}
