/** True where the aliases from a name on come back to a name that was passed. */
export const isAliasLoop = (name: string, aliases: readonly string[]): boolean =>
  new Set([name, ...aliases]).size < aliases.length + 1;
