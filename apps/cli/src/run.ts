import { commands, readArguments, unknownCommand, UsageError } from './arguments.ts';
import type { Context } from './context.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { helpOn, versionText } from './help.ts';
import { inOneLine } from './say.ts';
import { ServiceError, serviceExit } from './server-mode/service-error.ts';

async function showHelp(topic: string | null, { stdout }: Context): Promise<ExitCode> {
  const text = helpOn(topic);
  if (text === null) throw await unknownCommand(topic ?? '');
  stdout.write(text);
  return exitCodes.ok.code;
}

async function dispatch(argv: readonly string[], context: Context): Promise<ExitCode> {
  const args = await readArguments(argv, context.env, context.cwd ?? process.cwd());
  switch (args.command) {
    case 'accept':
      return (await import('./acceptance/command.ts')).runAccept(args, context);
    case 'baseline':
      return (await import('./baseline/command.ts')).runBaseline(args, context);
    case 'audit':
      return (await import('./commands/audit.ts')).runAuditCommand(args, context);
    case 'certificates':
      return (await import('./commands/certificates/certificates.ts')).runCertificates(args, context);
    case 'checks':
      return (await import('./commands/checks.ts')).runChecks(args, context);
    case 'doctor':
      return (await import('./commands/doctor.ts')).runDoctor(args, context);
    case 'compare':
    case 'pdf':
    case 'usage':
      return (await import('./commands/service/question.ts')).runServiceCommand(args, context);
    case 'completion':
      return (await import('./commands/completion/completion.ts')).runCompletion(args, context);
    case 'explain':
      return (await import('./commands/explain/explain.ts')).runExplain(args, context);
    case 'report':
      return (await import('./commands/stored/convert.ts')).runConvert(args, context);
    case 'schema':
      context.stdout.write(
        args.of === 'config'
          ? (await import('@perimeter/contract/configuration')).configurationSchemaText()
          : (await import('@perimeter/contract/report-schema')).reportSchemaText(),
      );
      return exitCodes.ok.code;
    case 'verify':
      return (await import('./commands/verify.ts')).runVerify(args, context);
    case 'help':
      return showHelp(args.topic, context);
    case 'version':
      context.stdout.write(versionText);
      return exitCodes.ok.code;
  }
}

/**
 * Removes passwords of URLs from messages, whichever argument they were in. Line breaks stay only in lists of settings
 * and stacks.
 */
const linesOf = (text: string): string =>
  text
    .replaceAll(/(?<=:\/\/)[^\s"]*@/gu, '…@')
    .split(/\n(?= {2}[A-Z]| {4}at )/u)
    .map((line) => inOneLine(line).trimEnd())
    .join('\n');

/** Runs a command line; never throws: usage errors and internal errors are printed on stderr, with an exit code. */
export async function run(argv: readonly string[], context: Context): Promise<ExitCode> {
  try {
    return await dispatch(argv, context);
  } catch (error) {
    if (error instanceof UsageError) {
      const topic = commands.find((command) => command === argv[0] && command !== 'help');
      const help = topic === undefined ? 'perimeter help' : `perimeter help ${topic}`;
      context.stderr.write(`perimeter: ${linesOf(error.message)}\nRun "${help}" for usage.\n`);
      return exitCodes.usage.code;
    }
    if (error instanceof ServiceError) {
      context.stderr.write(`perimeter: ${linesOf(error.message)}\n`);
      return serviceExit(error);
    }
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    context.stderr.write(`perimeter: internal error, please report it
${linesOf(what)}\n`);
    return exitCodes.bug.code;
  }
}
