import { parseArgs, type ParseArgsConfig } from 'node:util';

/** True if arguments ask for help. */
export const wantsHelp = (args: readonly (string | undefined)[]): boolean =>
  args.some((argument) => argument === '--help' || argument === '-h');

/**
 * Reads the arguments of this process: its options, and as many other arguments as stated. Prints the usage and ends the
 * process if it asks for help (exit code 0) or has other arguments (2), before a tool writes anything.
 */
export function readCommandLine<const T extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: T,
  [least, most]: readonly [least: number, most: number] = [0, 0],
): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>> {
  const args = process.argv.slice(2);
  if (wantsHelp(args)) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const read = parseArgs({ args, options, allowPositionals: true });
    const { length } = read.positionals;
    if (length < least) throw new Error('Missing argument');
    if (length > most) throw new Error(`Unexpected argument "${read.positionals[most]}"`);
    return read;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}
