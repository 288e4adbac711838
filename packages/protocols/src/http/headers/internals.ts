/** Something in a header value that discloses the internal structure of the target. */
export interface Internal {
  kind: 'private IPv4 address' | 'private IPv6 address' | 'internal host name' | 'Windows path' | 'stack trace';
  text: string;
}

/** Top-level labels that resolve inside a network only (RFC 6762 section 3, RFC 8375, ICANN's reservation of .internal, and habit). */
const internalSuffix = /\.(?:internal|local|localdomain|lan|corp|intranet|home\.arpa)$/;

const isPrivateIpv4 = (word: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(word) &&
  word.split('.').every((octet) => Number(octet) <= 255) &&
  /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(word);

/** A name that cloud providers give to a machine by its private address. */
const isAddressName = (word: string): boolean => /^ip-(?:10|172|192)(?:-\d{1,3}){3}$/.test(word);

const isStackWord = (word: string): boolean => /^[A-Za-z][\w.]*\.[A-Z]\w*(?:Exception|Error)$/.test(word);

/** RFC 4193: fc00::/7, written with at least one "::" or all eight groups, so that no hash or time is taken for one. */
const uniqueLocal =
  /(?<![\w:.])f[cd][0-9a-f]{2}:(?:[0-9a-f]{1,4}:){0,6}(?::(?:[0-9a-f]{1,4}:){0,5})?[0-9a-f]{0,4}(?![\w:.])/gi;
const isUniqueLocal = (text: string): boolean => text.includes('::') || text.split(':').length === 8;

const windowsPath = /(?<!\w)(?:[A-Za-z]:\\(?=[\w$ ])|\\\\[\w.-]{1,63}\\(?=\w))[^\s"',;<>|]{1,200}/g;
const stackLine =
  /(?:\.(?:java|kt|scala|cs|vb|py|rb|php|jsx?|tsx?|go):(?:line )?\d{1,6}|\.php on line \d{1,6}|Traceback \(most recent call last\)|Stack ?trace:)/gi;

/** In product/1.2.3.4 the dotted number is a version; in http://10.0.0.1 it is an address. */
const isVersion = (value: string, index: number): boolean =>
  value[index - 1] === '/' && /[\w.)]/.test(value[index - 2] ?? ' ');

function* wordsOf(value: string): Generator<Internal> {
  for (const { 0: found, index } of value.matchAll(/[\w.-]+/g)) {
    const word = found.replace(/^[.-]{1,9}/, '').replace(/\.$/, '');
    const lower = word.toLowerCase();
    if (isPrivateIpv4(word) && !isVersion(value, index)) yield { kind: 'private IPv4 address', text: word };
    else if (internalSuffix.test(lower) || isAddressName(lower)) yield { kind: 'internal host name', text: word };
    else if (isStackWord(word)) yield { kind: 'stack trace', text: word };
  }
}

/** Everything internal that a header value shows, each text once. Time is linear in the value. */
export function internalsIn(value: string): Internal[] {
  const matched = (pattern: RegExp, kind: Internal['kind']): Internal[] =>
    [...value.matchAll(pattern)].map(([text]) => ({ kind, text }));
  const all = [
    ...wordsOf(value),
    ...matched(uniqueLocal, 'private IPv6 address').filter(({ text }) => isUniqueLocal(text)),
    ...matched(windowsPath, 'Windows path'),
    ...matched(stackLine, 'stack trace'),
  ];
  return [...new Map(all.map((internal) => [internal.text, internal])).values()];
}
