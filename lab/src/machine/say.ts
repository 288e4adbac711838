/** Says a line of the lab's own on standard error. */
export function say(line: string): void {
  process.stderr.write(`lab: ${line}\n`);
}
