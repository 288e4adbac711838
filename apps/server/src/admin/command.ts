import type { Db } from '../repositories/schema/schema.ts';

/** What every command receives. */
export interface CommandContext {
  db: Db;
  secret: Buffer;
  /** The current secret, then the previous one if it is set. */
  secrets: readonly [Buffer, ...Buffer[]];
  /** True if the settings name the operator's own signing certificate. */
  ownCertificate: boolean;
  /** The arguments after the command's name. */
  args: readonly string[];
  /** Reads standard input to its end. */
  readInput: () => Promise<string>;
  print: (line: string) => void;
}

/** One admin command. */
export interface Command {
  usage: string;
  run: (context: CommandContext) => Promise<void>;
}

/** Arguments are missing or invalid; the command's usage is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command was refused; the message says why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
