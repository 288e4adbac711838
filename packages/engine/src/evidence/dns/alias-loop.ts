/** True where the aliases from a name lead back to one of them. */
export const isAliasLoop = (name: string, aliases: readonly string[]): boolean =>
  new Set([name, ...aliases]).size < aliases.length + 1;
