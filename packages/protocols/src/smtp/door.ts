/** A mail server's reaction to a client before any command: open; not now; not from this address; no mail here at all; another refusal. */
export type SmtpDoor = 'open' | 'rate-limited' | 'refused-us' | 'no-mail' | 'refused';

/** RFC 7504: the host takes no mail. */
const noMail: ReadonlySet<number> = new Set([521, 556]);
const later: ReadonlySet<number> = new Set([421, 450, 451, 452, 454]);

/** Words of servers that judge the address of the client. */
const aboutUs =
  /\b(?:block|black|deny|reject)\s?-?list|\b(?:rbl|dnsbl|spamhaus|reputation|blocked|banned|listed|dynamic ip|reverse dns|ptr)\b/i;

/** True where a server announces that it accepts strangers at the second try, some minutes later (RFC 6647). */
export const isGreylisting = ({ code, lines }: { code: number; lines: readonly string[] }): boolean =>
  later.has(code) && lines.some((line) => /\bgr[ae]y[ -]?list/i.test(line));

/** Reads the greeting, or any other reply in place of the expected one. */
export function doorOf({ code, lines }: { code: number; lines: readonly string[] }): SmtpDoor {
  if (code >= 200 && code < 400) return 'open';
  if (noMail.has(code)) return 'no-mail';
  if (isGreylisting({ code, lines })) return 'rate-limited';
  if (lines.some((line) => aboutUs.test(line))) return 'refused-us';
  if (later.has(code)) return 'rate-limited';
  return code === 554 || code === 550 ? 'refused-us' : 'refused';
}
