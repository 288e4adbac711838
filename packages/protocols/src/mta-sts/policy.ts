import { trimEnds } from '../trim.ts';

/** The requirements of an MTA-STS policy for senders (RFC 8461 section 3.2). */
export interface MtaStsPolicy {
  mode: 'enforce' | 'testing' | 'none' | null;
  /** Seconds; null where missing or not a number within the limits. */
  maxAge: number | null;
  /** Patterns of the names of mail servers, in lower case. */
  mx: readonly string[];
}

/** Irregularities of a policy. A repeated field is ignored; the others invalidate the policy. */
export type MtaStsPolicyProblem =
  | {
      code: 'line-malformed' | 'version-missing' | 'mode-invalid' | 'max-age-invalid' | 'mx-missing' | 'mx-invalid';
      text: string;
    }
  | { code: 'field-repeated'; text: string };

/** A policy as read: `valid` where senders follow it. */
export interface ParsedMtaStsPolicy {
  policy: MtaStsPolicy;
  valid: boolean;
  problems: readonly MtaStsPolicyProblem[];
}

/** RFC 8461 section 3.2: about a year. */
const longestAge = 31_557_600;

const modes = ['enforce', 'testing', 'none'] as const;
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const mxPattern = new RegExp(`^(?:\\*\\.)?${label}(?:\\.${label})*$`, 'i');

interface Fields {
  values: ReadonlyMap<string, string>;
  mx: readonly string[];
  problems: MtaStsPolicyProblem[];
}

function readFields(text: string): Fields {
  const values = new Map<string, string>();
  const mx: string[] = [];
  const problems: MtaStsPolicyProblem[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (trimEnds(line, ' \t') === '') continue;
    const [, name, rest = ''] = /^([a-z0-9][a-z0-9_.-]{0,31}):(.*)$/is.exec(line) ?? [];
    const value = trimEnds(rest, ' \t');
    if (name === undefined) problems.push({ code: 'line-malformed', text: line });
    else if (name === 'mx') mx.push(value.toLowerCase());
    else if (values.has(name)) problems.push({ code: 'field-repeated', text: name });
    else values.set(name, value);
  }
  return { values, mx, problems };
}

/** Reads the text of a policy (RFC 8461 section 3.2). Unknown fields are ignored. */
export function parseMtaStsPolicy(text: string): ParsedMtaStsPolicy {
  const { values, mx, problems } = readFields(text);
  const wrong = (
    code: 'version-missing' | 'mode-invalid' | 'max-age-invalid' | 'mx-missing' | 'mx-invalid',
    value: string,
  ) => problems.push({ code, text: value });
  const version = values.get('version');
  if (version !== 'STSv1') wrong('version-missing', version ?? '');
  const mode = modes.find((one) => one === values.get('mode')) ?? null;
  if (mode === null) wrong('mode-invalid', values.get('mode') ?? '');
  const age = values.get('max_age') ?? '';
  const maxAge = /^\d{1,10}$/.test(age) && Number(age) <= longestAge ? Number(age) : null;
  if (maxAge === null) wrong('max-age-invalid', age);
  if (mx.length === 0 && mode !== 'none') wrong('mx-missing', '');
  for (const pattern of mx) if (!mxPattern.test(pattern)) wrong('mx-invalid', pattern);
  return { policy: { mode, maxAge, mx }, valid: problems.every(({ code }) => code === 'field-repeated'), problems };
}

/** True where a pattern covers the name of a mail server: `*` matches exactly one label (RFC 8461 section 4.1). */
export function coversMx(pattern: string, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  const wanted = pattern.toLowerCase();
  if (!wanted.startsWith('*.')) return name === wanted;
  const dot = name.indexOf('.');
  return dot > 0 && name.slice(dot + 1) === wanted.slice(2);
}
