/** The default width of terminals. */
const columns = 80;

/** The indentation of continued text: under an option's description, else under the line's own start. */
const hangOf = (line: string): number =>
  /^ {2,}\S.*? {2,}(?=\S)/u.exec(line)?.[0].length ?? /^ */u.exec(line)?.[0].length ?? 0;

/** A command to copy, which a line break would break. */
const isCommand = (line: string): boolean => /^ {2}perimeter (?!.*\S {2,}\S)/u.test(line);

/**
 * Wraps a text at 80 columns; the rest of a line joins the next one if that continues it, else it gets its own line.
 */
export function fitted(text: string): string {
  const lines = text.split('\n');
  const done: string[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const hang = hangOf(line);
    const cut = line.length <= columns || isCommand(line) ? -1 : line.lastIndexOf(' ', columns);
    if (cut <= hang) {
      done.push(line);
      continue;
    }
    done.push(line.slice(0, cut));
    const rest = line.slice(cut + 1);
    const indent = ' '.repeat(hang);
    const [next = ''] = lines;
    const carriesOn = next.startsWith(indent) && /^[^ -]/u.test(next.slice(hang)) && !next.includes('  ', hang);
    if (carriesOn) lines[0] = `${indent}${rest} ${next.slice(hang)}`;
    else lines.unshift(`${indent}${rest}`);
  }
  return done.join('\n');
}
