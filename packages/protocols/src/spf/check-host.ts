import { isInDomain } from '../domain/below.ts';
import { ProtocolError } from '../protocol-error.ts';
import { isWithin, parseClient } from './client.ts';
import { Ended, Evaluation, type MatchedTerm, type SpfQuestion } from './evaluation.ts';
import { canBeAsked, spfLimits, withoutRoot, type SpfLookup } from './lookup.ts';
import { parseMacros } from './macro.ts';
import { isSpf, parseSpf } from './parse.ts';
import { isMechanism, type DomainSpec, type SpfMechanism, type SpfQualifier, type SpfTerm } from './terms.ts';

/** The results of RFC 7208 section 2.6. */
export type SpfResult = 'none' | 'temperror' | 'permerror' | SpfQualifier;

/** A result; a failure may carry the explanation of the domain's owner. */
export interface SpfVerdict {
  result: SpfResult;
  explanation: string | null;
  /** The mechanism that decided, and the domain of its record; of an include the one that matched in its record. */
  matched: MatchedTerm | null;
  /** Questions of its terms that found nothing. */
  voids: number;
}

const counted = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect']);

async function matches(evaluation: Evaluation, term: SpfMechanism, domain: string): Promise<boolean> {
  if (counted.has(term.kind)) evaluation.countTerm();
  switch (term.kind) {
    case 'all':
      return true;
    case 'ip4':
    case 'ip6':
      return isWithin(evaluation.client, term.range);
    case 'exists':
      return (await evaluation.askFor(await evaluation.target(term.domain, domain), 'A')).length > 0;
    case 'include':
      return includes(evaluation, await evaluation.target(term.domain, domain));
    case 'ptr': {
      const wanted = (await evaluation.target(term.domain, domain)).toLowerCase();
      return (await evaluation.validatedNames()).some((name) => isInDomain(name, wanted));
    }
    case 'a':
    case 'mx': {
      const { client } = evaluation;
      const target = await evaluation.target(term.domain, domain);
      const bits = client.family === 4 ? term.bits4 : term.bits6;
      const names = term.kind === 'a' ? [target] : await evaluation.askFor(target, 'MX');
      if (names.length > spfLimits.names) throw new Ended('permerror');
      for (const name of names) {
        const addresses = await evaluation.askFor(withoutRoot(name), client.type);
        if (addresses.some((address) => evaluation.isClient(address, bits))) return true;
      }
      return false;
    }
  }
}

/** RFC 7208 section 5.2: what the result of another record means for the one that includes it. */
async function includes(evaluation: Evaluation, domain: string): Promise<boolean> {
  const { result } = await evaluate(evaluation, domain);
  if (result === 'temperror') throw new Ended('temperror');
  if (result === 'none' || result === 'permerror') throw new Ended('permerror');
  return result === 'pass';
}

/** The result of one record, and the domain that may explain it. */
interface RecordVerdict {
  result: SpfResult;
  exp: DomainSpec | null;
  domain: string;
}

const findModifier = (terms: readonly SpfTerm[], wanted: 'redirect' | 'exp'): DomainSpec | null => {
  for (const term of terms) if (term.kind === wanted && 'domain' in term) return term.domain;
  return null;
};

async function evaluate(evaluation: Evaluation, domain: string): Promise<RecordVerdict> {
  const none: RecordVerdict = { result: 'none', exp: null, domain };
  const texts = await evaluation.ask(domain, 'TXT');
  if (texts === null) return { ...none, result: 'temperror' };
  const [record, ...more] = texts.filter(isSpf);
  if (record === undefined) return none;
  const { terms, problems } = parseSpf(record);
  if (more.length > 0 || problems.length > 0) return { ...none, result: 'permerror' };
  for (const term of terms) {
    if (!isMechanism(term) || !(await matches(evaluation, term, domain))) continue;
    if (term.kind !== 'include') evaluation.matched = { domain, term: term.text };
    return { result: term.qualifier, exp: findModifier(terms, 'exp'), domain };
  }
  const redirect = findModifier(terms, 'redirect');
  if (redirect === null) {
    evaluation.matched = null;
    return { ...none, result: 'neutral' };
  }
  evaluation.countTerm();
  const target = await evaluate(evaluation, await evaluation.target(redirect, domain));
  return target.result === 'none' ? { ...target, result: 'permerror' } : target;
}

/** RFC 7208 section 6.2: exactly one TXT value in ASCII, written out; anything else is no explanation. */
async function explain(evaluation: Evaluation, { result, exp, domain }: RecordVerdict): Promise<string | null> {
  if (result !== 'fail' || exp === null) return null;
  const texts = (await evaluation.ask(await evaluation.target(exp, domain), 'TXT')) ?? [];
  const [text] = texts;
  if (text === undefined || texts.length > 1) return null;
  const parts = parseMacros(text, 'explanation');
  return parts === null ? null : evaluation.expand(parts, domain);
}

/** RFC 7208 section 4.3: a name of two labels or more, each of 1 to 63 octets. */
const canBeChecked = (domain: string): boolean => domain.includes('.') && canBeAsked(domain);

/**
 * Evaluates SPF for a message (RFC 7208 section 4, `check_host`). Throws ProtocolError where `ip` is not an address;
 * no answer of the network makes it reject.
 */
export async function checkHost(question: SpfQuestion, lookup: SpfLookup): Promise<SpfVerdict> {
  const evaluation = new Evaluation(question, parseClient(question.ip), lookup);
  const domain = withoutRoot(evaluation.domain);
  if (!canBeChecked(domain)) return { result: 'none', explanation: null, matched: null, voids: 0 };
  try {
    const verdict = await evaluate(evaluation, domain);
    const explanation = await explain(evaluation, verdict);
    return { result: verdict.result, explanation, matched: evaluation.matched, voids: evaluation.voids };
  } catch (error) {
    if (!(error instanceof Ended || error instanceof ProtocolError)) throw error;
    const result = error instanceof Ended ? error.result : 'temperror';
    return { result, explanation: null, matched: null, voids: evaluation.voids };
  }
}
