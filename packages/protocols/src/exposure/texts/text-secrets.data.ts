/** The placeholder of a value that was masked before. */
const masked = String.raw`<redacted \d{1,5} characters>`;

const pattern = (what: string, shown: string, value: string): { what: string; matches: RegExp } => ({
  what,
  matches: new RegExp(`${shown}(${masked}|${value})`, 'i'),
});

const exact = (what: string, shown: string, value: string): { what: string; matches: RegExp } => ({
  what,
  matches: new RegExp(String.raw`\b${shown}(${masked}|${value})`),
});

/** Texts that must not be public, and what they look like: the first group may be shown, the second is the value, masked or not. */
export const secretPatterns: readonly { what: string; matches: RegExp }[] = [
  { what: 'a private key', matches: new RegExp(`(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)(${masked}|[^-]{0,8000})`) },
  exact('an AWS access key', '(AKIA|ASIA)', String.raw`[A-Z2-7]{16}\b`),
  exact('a GitHub token', '(gh[opsu]_)', String.raw`[A-Za-z0-9]{36}\b`),
  exact('a GitHub token', '(github_pat_)', '[A-Za-z0-9_]{60,255}'),
  exact('a Slack token', '(xox[abprs]-)', '[A-Za-z0-9-]{10,255}'),
  exact('a Stripe key', '([rs]k_live_)', '[A-Za-z0-9]{20,255}'),
  pattern(
    'a password',
    String.raw`(?:^|[\s;,])((?:[a-z0-9]{1,20}[_-]){0,3}(?:password|passwd|pwd|secret|api[_-]?key)\s{0,9}[=:])\s{0,9}["']?`,
    String.raw`[^\s"';]{6,1000}`,
  ),
];
