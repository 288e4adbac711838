import { ProtocolError } from '../protocol-error.ts';

/** A word of presentation format: its text with escapes kept, and whether it stood in double quotes. */
export interface Token {
  text: string;
  quoted: boolean;
}

/** A quoted string, a comment, a parenthesis, or a run of anything else (RFC 1035 section 5.1). */
const lexeme =
  /\s+|;[^\n]*|"((?:[^"\\]|\\[^])*)"|[()]|((?:[^\s;"()\\]|\\[^])(?:[^\s;()"\\]|\\[^]|"(?:[^"\\]|\\[^])*")*)/y;

/** Splits one record's text; parentheses only let it run over lines, and are dropped. Throws ProtocolError. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  lexeme.lastIndex = 0;
  for (let offset = 0; offset < text.length;) {
    const [whole = '', quoted, bare] = lexeme.exec(text) ?? [];
    if (whole === '') throw new ProtocolError('quote-unfinished', offset);
    if (quoted !== undefined) tokens.push({ text: quoted, quoted: true });
    else if (bare !== undefined) tokens.push({ text: bare, quoted: false });
    offset += whole.length;
  }
  return tokens;
}

/** Returns tokens one by one; reading past the end throws ProtocolError. */
export class TokenQueue {
  private readonly tokens: readonly Token[];
  private position = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get remaining(): number {
    return this.tokens.length - this.position;
  }

  next(): Token {
    const token = this.tokens[this.position];
    if (token === undefined) throw new ProtocolError('field-missing', this.position);
    this.position += 1;
    return token;
  }

  /** An unsigned decimal number of at most the given value. */
  number(max: number): number {
    const { text } = this.next();
    if (!/^\d{1,10}$/.test(text) || Number(text) > max)
      throw new ProtocolError('field-number-invalid', this.position - 1);
    return Number(text);
  }

  rest(): Token[] {
    const tokens = this.tokens.slice(this.position);
    this.position = this.tokens.length;
    return tokens;
  }

  restText(): string {
    return this.rest()
      .map(({ text }) => text)
      .join('');
  }
}
