import { privateKeyIn } from '../secrets/private-key.ts';
import { endOf } from '../secrets/expiry.ts';
import { keyForms } from '../secrets/secret-value.data.ts';
import { isRandom } from '../secrets/filler.ts';
import { withUserinfo } from '../secrets/addresses.ts';
import { isDrawn, isKeyBody, isServiceRole, opensNothing } from '../secrets/secret-value.ts';
import { crc32, toBase62 } from './crc32.ts';

/** A key in a page, by its provider's format. The key itself is not kept. */
export interface FoundSecret {
  provider: SecretProvider;
  /** False for keys that are designed to be published in pages. */
  isPrivate: boolean;
  masked: string;
  /** When it expires, if the secret itself contains that (ISO 8601). */
  endsAt?: string | undefined;
  /** The line on which it begins, from 1. */
  line: number;
}

export type SecretProvider =
  | 'private-key'
  | 'google-service-account'
  | 'stripe'
  | 'aws'
  | 'github'
  | 'slack'
  | 'service'
  | 'stripe-publishable'
  | 'google-api'
  | 'sentry-dsn';

interface Format {
  provider: SecretProvider;
  isPrivate: boolean;
  /** Searched for first: the pattern is only tried where this occurs. */
  literal: string;
  /** The format from the literal on; its first group is shown, and only that. */
  pattern: RegExp;
  /** Length of the longest match and of the context that proves it, in characters, if above the usual. */
  reach?: number;
  /** The required text in front; by default no character of the same word, since that would be no key. */
  before?: RegExp;
  /** Whether the match is more than a shape; context: up to 400 characters on both sides. */
  proves?: (match: string, context: string) => boolean;
  /** The match contains host or user names, so that `proves` tests the random part instead of the whole. */
  hasWords?: boolean;
}

/** GitHub's tokens end with the CRC-32 of the part between prefix and checksum, in base 62. */
const hasGithubChecksum = (token: string): boolean => {
  const body = token.slice(token.indexOf('_') + 1);
  return toBase62(crc32(body.slice(0, -6)), 6) === body.slice(-6);
};

/** A name of a secret, or the id itself as the argument before, and the value that follows: base64 of 30 octets, and no more of it. */
const awsSecret =
  /(?:secret[\w.-]{0,40}|AKIA[A-Z2-7]{16})(?:["'`\\\s:=>,([\]}]|&quot;|&#34;|\b[\w.]{1,40} ?(?:\|\||\?\?)){1,16}([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/gi;

/**
 * An access key opens something only with its secret. Its id stands in every address that was signed with it (Signature Version 4,
 * "Authenticating Requests: Using Query Parameters"), and names of objects have 40 characters, too.
 */
const hasAwsSecret = (id: string, context: string): boolean =>
  !new RegExp(`(?:X-Amz-Credential|AWSAccessKeyId)(?:=|%3D)${id}`, 'i').test(context) &&
  [...context.matchAll(awsSecret)].some(
    ({ 1: secret = '' }) => /[a-z]/.test(secret) && /[A-Z]/.test(secret) && /\d/.test(secret) && isRandom(secret),
  );

const privateKey = (literal: string): Format => ({
  provider: 'private-key',
  isPrivate: true,
  literal,
  reach: 16_384,
  pattern:
    /^(-----BEGIN [A-Z ]{0,12}PRIVATE KEY-----)(?:[^<]|<br ?\/?>){40,16000}?-----END [A-Z ]{0,12}PRIVATE KEY-----/,
  proves: (match) => privateKeyIn(match)?.isOpen === true,
});

const github = (literal: string): Format => ({
  provider: 'github',
  isPrivate: true,
  literal,
  pattern: /^(gh[pousr]_)[A-Za-z0-9]{36}(?![A-Za-z0-9])/,
  proves: hasGithubChecksum,
});

/** True for a real password; those of documentation are words, or words with a number. */
const isChosen = (password: string): boolean =>
  /[a-z]/i.test(password) &&
  !/example/i.test(password) &&
  (isDrawn(password) || (/\d|[a-z].*[A-Z].*[a-z]|[A-Z].*[a-z].*[A-Z]/.test(password) && isKeyBody(password))) &&
  !opensNothing(password);

const formats: readonly Format[] = [
  privateKey('-----BEGIN '),
  {
    provider: 'google-service-account',
    isPrivate: true,
    literal: '"service_account"',
    pattern: /^("service_account")/,
    reach: 4_096,
    // The id of the key opens nothing.
    proves: (_match, context) =>
      privateKeyIn(/"private_key"\s{0,5}:\s{0,5}"([^"]{40,4000})/.exec(context)?.[1] ?? '') !== null,
  },
  { provider: 'stripe', isPrivate: true, literal: 'sk_live_', pattern: /^(sk_live_)[A-Za-z0-9]{24,247}/ },
  { provider: 'stripe', isPrivate: true, literal: 'rk_live_', pattern: /^(rk_live_)[A-Za-z0-9]{24,247}/ },
  {
    provider: 'aws',
    isPrivate: true,
    literal: 'AKIA',
    pattern: /^(AKIA)[A-Z2-7]{16}(?![A-Za-z0-9])/,
    proves: hasAwsSecret,
  },
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map(github),
  {
    provider: 'github',
    isPrivate: true,
    literal: 'github_pat_',
    pattern: /^(github_pat_)[A-Za-z0-9]{22}_[A-Za-z0-9]{59}(?![A-Za-z0-9])/,
  },
  ...['xoxb-', 'xoxp-'].map((literal): Format => ({
    provider: 'slack',
    isPrivate: true,
    literal,
    pattern: /^(xox[bp]-)\d{9,14}-\d{9,14}-(?:\d{9,14}-)?[A-Za-z0-9]{20,40}(?![A-Za-z0-9])/,
  })),
  ...keyForms
    .filter(({ isPlain }) => isPlain !== true)
    .map(({ begins, form, before, near }): Format => ({
      provider: 'service',
      isPrivate: true,
      literal: begins,
      pattern: form,
      ...(before !== undefined && { before }),
      proves: (_match, context) => near?.test(context) ?? true,
    })),
  ...[
    'mongodb+srv://',
    'mongodb://',
    'postgres://',
    'postgresql://',
    'mysql://',
    'redis://',
    'rediss://',
    'amqp://',
    'amqps://',
  ].map((literal): Format => ({
    provider: 'service',
    isPrivate: true,
    literal,
    pattern: new RegExp(
      `^(${literal.replace('+', String.raw`\+`)})[^\\s:@/"'<>]{0,128}:[^\\s@/"'<>]{12,256}@[\\w-]{1,63}\\.[\\w.-]{1,190}`,
    ),
    hasWords: true,
    proves: (match) => isChosen(withUserinfo.exec(match)?.[1] ?? ''),
  })),
  {
    provider: 'service',
    isPrivate: true,
    literal: 'eyJ',
    pattern: /^(eyJ)[\w-]{10,100}\.eyJ[\w-]{20,350}\.[\w-]{20,100}(?![\w.-])/,
    proves: isServiceRole,
  },
  { provider: 'stripe-publishable', isPrivate: false, literal: 'pk_live_', pattern: /^(pk_live_)[A-Za-z0-9]{24,247}/ },
  { provider: 'google-api', isPrivate: false, literal: 'AIza', pattern: /^(AIza)[\w-]{35}(?![\w-])/ },
  {
    provider: 'sentry-dsn',
    isPrivate: false,
    literal: '.sentry.io/',
    pattern: /^(\.sentry\.io\/)\d{1,20}/,
    proves: (_match, context) => /https:\/\/[0-9a-f]{32}@[\w.-]{1,100}\.sentry\.io\//.test(context),
  },
];

/** Usual length of the longest match, and of the context that proves it. */
const windowCharacters = 512;
const contextCharacters = 400;
/** Limit of occurrences of one literal, which only a hostile text exceeds; lower for formats that read far from each. */
const maxHits = 10_000;
const maxFarHits = 200;
const maxSecrets = 50;

/** The shortest body of a key whose randomness can be tested. */
const leastBody = 20;

interface Hit {
  at: number;
  found: Omit<FoundSecret, 'line'>;
}

function hitAt(
  text: string,
  at: number,
  { provider, isPrivate, pattern, reach = 0, before, proves, hasWords }: Format,
): Hit | null {
  const match = pattern.exec(text.slice(at, at + Math.max(reach, windowCharacters)));
  if (match === null) return null;
  const [whole, shown = ''] = match;
  const around = Math.max(reach, contextCharacters);
  const context = text.slice(Math.max(0, at - around), at + whole.length + around);
  const hidden = whole.length - shown.length;
  if (/EXAMPLE/.test(whole) || (hasWords !== true && hidden >= leastBody && !isKeyBody(whole.slice(shown.length))))
    return null;
  const front = before ?? (/^[\w:/]/.test(shown) ? /(?<!\w)$/ : /$/);
  if (!front.test(text.slice(Math.max(0, at - 64), at))) return null;
  if (proves?.(whole, context) === false) return null;
  const end = endOf(whole);
  const endsAt = end === null ? {} : { endsAt: new Date(end).toISOString() };
  return {
    at,
    found: { provider, isPrivate, ...endsAt, masked: hidden === 0 ? shown : `${shown}<${hidden} characters>` },
  };
}

function* hitsOf(text: string, format: Format): Generator<Hit> {
  let at = text.indexOf(format.literal);
  const most = format.reach === undefined ? maxHits : maxFarHits;
  for (let hits = 0; at !== -1 && hits < most; hits += 1) {
    const hit = hitAt(text, at, format);
    if (hit !== null) yield hit;
    at = text.indexOf(format.literal, at + format.literal.length);
  }
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let index = text.indexOf('\n'); index !== -1 && index < at; index = text.indexOf('\n', index + 1)) line += 1;
  return line;
}

/** Keys in a text, by formats that can be checked; each place once, in order. Time is linear in the text. */
export function secretsIn(text: string): FoundSecret[] {
  return formats
    .flatMap((format) => [...hitsOf(text, format)])
    .toSorted((a, b) => a.at - b.at)
    .slice(0, maxSecrets)
    .map(({ at, found }) => ({ ...found, line: lineAt(text, at) }));
}

/** Adds secrets of documents in frames, whose quotes are escaped in the text of the page; secrets that were found there are not reported again. */
export function withFurther(found: readonly FoundSecret[], further: readonly FoundSecret[]): FoundSecret[] {
  const keyOf = ({ provider, masked }: FoundSecret): string => `${provider} ${masked}`;
  const known = new Set(found.map(keyOf));
  return [...found, ...further.filter((one) => !known.has(keyOf(one)))].slice(0, maxSecrets);
}
