import { engineVersion } from '@perimeter/engine/version';
import { UsageError } from './argument-values.ts';
import { type CommandName, commands, commandTable, isCommand, type CommandRow, unknownCommand } from './arguments.ts';
import { commandOf, type TypedLine, parsedBy } from './command-form.ts';
import type { Context } from './context.ts';
import { columnsOf } from './display.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { helpOn, overview } from './help.ts';
import { inOneLine } from './say.ts';
import { ServiceError, serviceExit } from './server-mode/service-error.ts';

/** How a command starts: it is loaded when its arguments make sense. */
const starting =
  <T>({ form }: CommandRow<T>, load: () => Promise<(args: T, context: Context) => ExitCode | Promise<ExitCode>>) =>
  async (parsed: TypedLine, context: Context): Promise<ExitCode> => {
    const args = await (await form()).read(parsed, context.env, context.cwd ?? process.cwd());
    return (await load())(args, context);
  };

const service = async () => (await import('./commands/service/service-command.ts')).runServiceCommand;
const { accept, audit, baseline, certificates, checks, compare, completion } = commandTable;
const { doctor, explain, pdf, report, schema, usage, verify } = commandTable;
const starts: Readonly<Record<CommandName, ReturnType<typeof starting>>> = {
  accept: starting(accept, async () => (await import('./acceptance/command.ts')).runAccept),
  audit: starting(audit, async () => (await import('./commands/audit.ts')).runAuditCommand),
  baseline: starting(baseline, async () => (await import('./baseline/command.ts')).runBaseline),
  certificates: starting(
    certificates,
    async () => (await import('./commands/certificates/certificates.ts')).runCertificates,
  ),
  checks: starting(checks, async () => (await import('./commands/checks.ts')).runChecks),
  compare: starting(compare, service),
  completion: starting(completion, async () => (await import('./commands/completion/completion.ts')).runCompletion),
  doctor: starting(doctor, async () => (await import('./commands/doctor.ts')).runDoctor),
  explain: starting(explain, async () => (await import('./commands/explain/explain.ts')).runExplain),
  pdf: starting(pdf, service),
  report: starting(report, async () => (await import('./commands/stored/convert.ts')).runConvert),
  schema: starting(schema, async () => (await import('./commands/schema.ts')).runSchema),
  usage: starting(usage, service),
  verify: starting(verify, async () => (await import('./commands/verify.ts')).runVerify),
};

async function dispatch([typed = 'help', ...args]: readonly string[], context: Context): Promise<ExitCode> {
  const { stdout, env } = context;
  if (typed === '-V' || typed === '--version') {
    stdout.write(`perimeter ${engineVersion}\n`);
    return exitCodes.ok.code;
  }
  const name = ['help', '-h', '--help'].includes(typed) ? null : typed;
  if (name !== null && !isCommand(name)) throw await unknownCommand(name);
  const form = name === null ? overview : await commandTable[name].form();
  const parsed = parsedBy(commandOf(name ?? 'help', form), args);
  if (name !== null && parsed.values['help'] !== true) return starts[name](parsed, context);
  stdout.write(await helpOn(name ?? parsed.positionals[0] ?? 'help', columnsOf(env, stdout)));
  return exitCodes.ok.code;
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
