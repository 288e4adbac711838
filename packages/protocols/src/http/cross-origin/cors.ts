import { combinedValue, type HeaderLines, listedValues } from '../headers/header-list.ts';

/** The origins that a probe tries, each to find one mistake in how a server compares. */
export type CorsVariant = 'random' | 'null' | 'suffix' | 'prefix' | 'http';

/** One answer to a request with an Origin. */
export interface CorsAnswer {
  variant: CorsVariant;
  /** The origin as sent. */
  origin: string;
  status: number;
  lines: HeaderLines;
}

/** What an answer allows a page of some origin. */
export interface CorsGrant {
  /** The allowed origin: the requesting one, every one, another one, none, or a value that browsers do not accept. */
  grants: 'asker' | 'everyone' | 'another' | 'nobody' | 'invalid';
  /** Whether the page may ask with the visitor's cookies: the word `true`, with case, and never together with `*`. */
  credentials: boolean;
  /** Allow-Credentials as sent, though it counts for nothing beside `*`. */
  saysCredentials: boolean;
}

/** Reads what an answer grants (Fetch, "CORS check"): values are compared byte by byte. */
export function corsGrant(lines: HeaderLines, origin: string): CorsGrant {
  const allowed = combinedValue(lines, 'Access-Control-Allow-Origin');
  const saysCredentials = combinedValue(lines, 'Access-Control-Allow-Credentials') === 'true';
  const grants = grantOf(allowed, origin);
  return { grants, credentials: grants === 'asker' && saysCredentials, saysCredentials };
}

function grantOf(allowed: string | null, origin: string): CorsGrant['grants'] {
  if (allowed === null) return 'nobody';
  if (allowed === '*') return 'everyone';
  if (allowed === origin) return 'asker';
  return allowed === 'null' || /^[a-z][a-z0-9+.-]*:\/\/[^\s,/?#@]+$/i.test(allowed) ? 'another' : 'invalid';
}

/** The result of comparing all variants. */
export type CorsFault =
  | 'reflects-with-credentials'
  | 'null-with-credentials'
  | 'suffix-with-credentials'
  | 'prefix-with-credentials'
  | 'http-with-credentials'
  | 'reflects'
  | 'star-with-credentials'
  | 'no-vary';

export interface CorsFinding {
  fault: CorsFault;
  variant: CorsVariant | null;
  /** False where the answer is an error or a redirect, which no page can read much from. */
  isDocument: boolean;
}

const varies = (lines: HeaderLines): boolean =>
  listedValues(lines, 'Vary').some((value) => value === '*' || value.toLowerCase() === 'origin');

const withCredentials: Readonly<Record<CorsVariant, CorsFault>> = {
  random: 'reflects-with-credentials',
  null: 'null-with-credentials',
  suffix: 'suffix-with-credentials',
  prefix: 'prefix-with-credentials',
  http: 'http-with-credentials',
};

const isDocument = (status: number): boolean => status >= 200 && status < 300;

function variantFindings(answers: readonly CorsAnswer[]): CorsFinding[] {
  const granted = answers.map((answer) => ({ ...answer, grant: corsGrant(answer.lines, answer.origin) }));
  const random = granted.find(({ variant, grant }) => variant === 'random' && grant.grants === 'asker');
  // A server that accepts any origin accepts the look-alikes, too: one cause.
  const counted = random?.grant.credentials === true ? [random] : granted.filter(({ variant }) => variant !== 'random');
  const found = counted
    .filter(({ grant }) => grant.credentials)
    .map(({ variant, status }): CorsFinding => ({
      fault: withCredentials[variant],
      variant,
      isDocument: isDocument(status),
    }));
  if (random !== undefined && !random.grant.credentials) {
    found.unshift({ fault: 'reflects', variant: 'random', isDocument: isDocument(random.status) });
  }
  return found;
}

/** An answer that depends on Origin and does not say so is kept for others by caches. */
function lacksVary(baseline: HeaderLines, answers: readonly CorsAnswer[]): CorsAnswer | null {
  const allowed = (lines: HeaderLines): string | null => combinedValue(lines, 'Access-Control-Allow-Origin');
  const isDynamic = new Set([allowed(baseline), ...answers.map(({ lines }) => allowed(lines))]).size > 1;
  return isDynamic ? (answers.find(({ lines }) => allowed(lines) !== null && !varies(lines)) ?? null) : null;
}

/** Compares the answers to all variants with the answer without an Origin. */
export function judgeCors(baseline: HeaderLines, answers: readonly CorsAnswer[]): CorsFinding[] {
  const findings = variantFindings(answers);
  const star = answers.find(({ lines, origin }) => {
    const { grants, saysCredentials } = corsGrant(lines, origin);
    return grants === 'everyone' && saysCredentials;
  });
  if (star !== undefined)
    findings.push({ fault: 'star-with-credentials', variant: star.variant, isDocument: isDocument(star.status) });
  const unvaried = lacksVary(baseline, answers);
  if (unvaried !== null)
    findings.push({ fault: 'no-vary', variant: unvaried.variant, isDocument: isDocument(unvaried.status) });
  return findings;
}

/** The answer to a preflight for a method and a header that do not exist. */
export interface Preflight {
  origin: string;
  method: string;
  header: string;
  lines: HeaderLines;
}

/** What is broad about a preflight's answer: anything goes with credentials, or browsers need not ask again for more than a day. */
export type PreflightFault = 'any-method' | 'any-header' | 'long-cache';

const maxPreflightSeconds = 86_400;

/** `*` allows everything only without credentials; an echo allows everything with them. */
export function judgePreflight({ origin, method, header, lines }: Preflight): PreflightFault[] {
  if (!corsGrant(lines, origin).credentials) return [];
  const lists = (name: string, word: string): boolean =>
    listedValues(lines, name).some((value) => value.toLowerCase() === word.toLowerCase());
  const maxAge = combinedValue(lines, 'Access-Control-Max-Age') ?? '';
  return [
    ...(lists('Access-Control-Allow-Methods', method) ? ['any-method' as const] : []),
    ...(lists('Access-Control-Allow-Headers', header) ? ['any-header' as const] : []),
    ...(/^\d+$/.test(maxAge) && Number(maxAge) > maxPreflightSeconds ? ['long-cache' as const] : []),
  ];
}
