import { policiesOf, type DmarcPolicies } from './policy.ts';
import { isDmarc, parseDmarc, type ParsedDmarc } from './record.ts';

/** TXT values of a name, one character an octet; none where it has none, null where no answer could be had. */
export type DmarcLookup = (name: string) => Promise<readonly string[] | null>;

/** One name of the tree walk. */
export interface DmarcStep {
  /** The domain, without `_dmarc`. */
  domain: string;
  /** Texts that begin with the version, or null without an answer. */
  texts: readonly string[] | null;
  /** The one record that counts; null where there is none, or more than one. */
  kept: ParsedDmarc | null;
  /** Above a record that ends the walk: queried concurrently, but not used. */
  beyond: boolean;
}

/** What DMARC says about a domain. */
export interface DmarcDiscovery {
  walk: readonly DmarcStep[];
  organizational: string;
  /** Where the policy stands; null without one. */
  policyDomain: string | null;
  record: ParsedDmarc | null;
  policies: DmarcPolicies | null;
  /** False where a deciding name had no answer: the rest is what was seen. */
  complete: boolean;
}

/** RFC 9989 section 4.10: longer names are cut to this number of labels after the first query. */
const longestWalk = 7;

/** The names of a tree walk, from the domain up to its top label: at most eight. */
export function walkNames(domain: string): string[] {
  const labels = domain.split('.');
  const start = labels.length > longestWalk ? labels.length - longestWalk : 1;
  const above = labels.flatMap((_label, index) => (index < start ? [] : [labels.slice(index).join('.')]));
  return [domain, ...above];
}

function stepOf(domain: string, answer: readonly string[] | null): Omit<DmarcStep, 'beyond'> {
  const texts = answer?.filter(isDmarc) ?? null;
  const [text] = texts ?? [];
  return { domain, texts, kept: texts?.length === 1 && text !== undefined ? parseDmarc(text) : null };
}

const endsWalk = ({ kept }: Pick<DmarcStep, 'kept'>): boolean => kept !== null && kept.record.psd !== 'u';

/** Marks what stands beyond the first record that ends the walk. */
function cutWalk(steps: readonly Omit<DmarcStep, 'beyond'>[]): DmarcStep[] {
  const end = steps.findIndex(endsWalk);
  return steps.map((step, index) => ({ ...step, beyond: end !== -1 && index > end }));
}

/** The organizational domain by the records of the walk (RFC 9989 section 4.10.2); `steps` begins with the longest name. */
function organizationalOf(domain: string, steps: readonly DmarcStep[]): string {
  const last = steps.findLast(({ kept }) => kept !== null);
  if (last === undefined) return domain;
  if (last.kept?.record.psd !== 'y' || last.domain === domain) return last.domain;
  const labels = domain.split('.');
  return labels.slice(-(last.domain.split('.').length + 1)).join('.');
}

/**
 * RFC 9989 section 4.10.1: the domain's own record, else that of its organizational domain, else that of the public suffix.
 * Several records at one name are all dropped, and the walk goes on (section 4.10); RFC 7489 section 6.6.3 ended there.
 */
function policyStepOf(domain: string, organizational: string, steps: readonly DmarcStep[]): DmarcStep | null {
  const own = steps.find((step) => step.domain === domain);
  if (own !== undefined && own.kept !== null) return own;
  const above = steps.find((step) => step.domain === organizational && step.kept !== null);
  return above ?? steps.find(({ kept }) => kept?.record.psd === 'y') ?? null;
}

/** Reads the answers of a tree walk, by the names without `_dmarc`: what DMARC says about the domain (RFC 9989 section 4.10). */
export function readWalk(
  domain: string,
  answers: readonly { domain: string; texts: readonly string[] | null }[],
): DmarcDiscovery {
  const walk = cutWalk(answers.map((answer) => stepOf(answer.domain, answer.texts)));
  const looked = walk.filter(({ beyond }) => !beyond);
  const organizational = organizationalOf(domain, looked);
  const step = policyStepOf(domain, organizational, looked);
  const isDecided = looked[0] !== undefined && looked[0].kept !== null;
  const record = step?.kept ?? null;
  return {
    walk,
    organizational,
    policyDomain: step?.domain ?? null,
    record,
    policies: record === null ? null : policiesOf(record, step?.domain === domain ? 'own' : 'above'),
    complete: isDecided || looked.every(({ texts }) => texts !== null),
  };
}

/** Finds the record and the policies of a domain by the tree walk (RFC 9989 section 4.10). All names are asked at once. */
export async function discoverDmarc(domain: string, lookup: DmarcLookup): Promise<DmarcDiscovery> {
  const asked = walkNames(domain).map(async (name) => ({ domain: name, texts: await lookup(`_dmarc.${name}`) }));
  return readWalk(domain, await Promise.all(asked));
}
