/** A reply: its code, and its lines without the code (RFC 5321 section 4.2). */
export interface SmtpReply {
  code: number;
  lines: string[];
}

/** What has arrived: a whole reply and what follows it; not enough yet; or no reply of this protocol. */
export type SmtpProgress =
  | { kind: 'reply'; reply: SmtpReply; rest: string }
  | { kind: 'more' }
  | { kind: 'malformed'; line: string }
  | { kind: 'endless' };

/** Octets and lines of a reply that are read at most: RFC 5321 section 4.5.3.1.5 allows 512 octets a line. */
export const smtpLimits = { octets: 16 * 1024, lines: 100, keptOctets: 512 } as const;

/** RFC 5321 section 4.2: the first digit is 2 to 5; some servers leave out the space before an empty text. */
const replyLine = /^([2-5]\d\d)(?:([ -])(.*))?$/s;

/** Reads one reply from the front of a text, one character an octet; lines end with LF, as lenient clients take them. */
export function readReply(text: string): SmtpProgress {
  const lines: string[] = [];
  let at = 0;
  let code: string | null = null;
  for (;;) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length > smtpLimits.octets ? { kind: 'endless' } : { kind: 'more' };
    if (end > smtpLimits.octets || lines.length >= smtpLimits.lines) return { kind: 'endless' };
    const line = text.slice(at, end).replace(/\r$/, '');
    const [, digits, mark, rest = ''] = replyLine.exec(line) ?? [];
    if (digits === undefined || (code !== null && digits !== code)) return { kind: 'malformed', line };
    code = digits;
    lines.push(rest.slice(0, smtpLimits.keptOctets));
    at = end + 1;
    if (mark !== '-') return { kind: 'reply', reply: { code: Number(digits), lines }, rest: text.slice(at) };
  }
}
