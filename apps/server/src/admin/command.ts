import type { Db } from '../repositories/schema/schema.ts';

/** What a command works with. */
export interface CommandContext {
  db: Db;
  secret: Buffer;
  /** The secret, and the one before it where there is one. */
  secrets: readonly [Buffer, ...Buffer[]];
  /** The settings name a signing certificate of the operator's own. */
  ownCertificate: boolean;
  /** What follows the command's name. */
  args: readonly string[];
  /** Everything that comes in by standard input, when asked for. */
  readInput: () => Promise<string>;
  print: (line: string) => void;
}

/** One thing that an operator can do on the host. */
export interface Command {
  usage: string;
  run: (context: CommandContext) => Promise<void>;
}

/** The command was not given what it needs: its usage is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot be done; the message says why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
