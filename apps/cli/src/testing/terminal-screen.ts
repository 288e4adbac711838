// A control sequence (ECMA-48 section 5.4), or one character.
const TOKEN = new RegExp(`${String.fromCharCode(27)}\\[\\??[0-9;]*[A-Za-z]|[^]`, 'gu');

/** A terminal's screen after the bytes written to it: only the part of ECMA-48 that progress displays use. */
export class TerminalScreen {
  readonly columns: number;
  readonly rows: number;
  isTTY = true;
  cursorVisible = true;
  /** All output, unchanged. */
  raw = '';
  #cells: string[] = [''];
  #row = 0;
  #column = 0;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
  }

  /** The rows from the top, without trailing blanks. */
  get picture(): string[] {
    return this.#cells.map((row) => row.trimEnd());
  }

  write(text: string): boolean {
    this.raw += text;
    for (const [token] of text.matchAll(TOKEN)) this.#take(token);
    return true;
  }

  #take(token: string): void {
    if (token.length > 1 && token.startsWith('\u001b')) this.#control(token);
    else if (token === '\n') {
      this.#row += 1;
      this.#column = 0;
      this.#cells[this.#row] ??= '';
    } else if (token === '\r') this.#column = 0;
    else {
      if (this.#column >= this.columns) throw new Error(`A row is wider than ${this.columns} columns`);
      const row = (this.#cells[this.#row] ?? '').padEnd(this.#column);
      this.#cells[this.#row] = row.slice(0, this.#column) + token + row.slice(this.#column + 1);
      this.#column += 1;
    }
  }

  #control(token: string): void {
    const count = Number(/\d+/u.exec(token)?.[0] ?? 1);
    if (token.endsWith('A')) this.#row = Math.max(0, this.#row - count);
    else if (token.endsWith('K')) this.#cells[this.#row] = (this.#cells[this.#row] ?? '').slice(0, this.#column);
    else if (token.endsWith('J')) {
      this.#cells[this.#row] = (this.#cells[this.#row] ?? '').slice(0, this.#column);
      this.#cells.length = this.#row + 1;
    } else if (token.endsWith('25l')) this.cursorVisible = false;
    else if (token.endsWith('25h')) this.cursorVisible = true;
    else if (!token.endsWith('m')) throw new Error(`Unexpected control sequence ${JSON.stringify(token)}`);
  }
}
