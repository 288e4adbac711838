/** A program and what makes it another tool: the command of openssl, the script of nmap. */
function programOf(part: string): string {
  const [program = '', first = ''] = part.trim().split(/\s+/u);
  if (program === 'openssl') return `${program} ${first}`;
  const script = program === 'nmap' ? / --script (\S+)/u.exec(part)?.[1] : undefined;
  return script === undefined ? program : `${program} ${script}`;
}

/** What a shell runs for a command: its programs in their order, one after the other once. */
export function commandKind(command: string): string {
  const bare = command.replace(/ {2}# .*$/u, '').replaceAll(/'[^']*'|"[^"]*"/gu, 'text');
  const programs = bare.split(/[|;]/u).map(programOf);
  return programs.filter((program, at) => program !== programs[at - 1]).join(' | ');
}
