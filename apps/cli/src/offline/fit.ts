/** Terminals are this wide unless somebody has widened them. */
const columns = 80;

/** Where the text of a line goes on in the next: under the description of an option, else under its own beginning. */
const hangOf = (line: string): number =>
  /^ {2,}\S.*? {2,}(?=\S)/u.exec(line)?.[0].length ?? /^ */u.exec(line)?.[0].length ?? 0;

/** A command to copy, which a line break would spoil. */
const isCommand = (line: string): boolean => /^ {2}perimeter (?!.*\S {2,}\S)/u.test(line);

/** A text whose lines end at 80 columns; what does not fit goes to the line below where that carries on, else to one of its own. */
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
