import { parseClient } from './client.ts';
import { canBeAsked, fitName, spfLimits, withoutRoot, type SpfAnswer, type SpfLookup } from './lookup.ts';
import { expandMacros, lettersOf } from './macro.ts';
import { isSpf, parseSpf } from './parse.ts';
import { noCounts, type SpfCounts, type SpfNode, type SpfNodeProblem, type SpfNodeTerm } from './survey-tree.ts';
import { isMechanism, type AddressMechanism, type DomainSpec, type SpfTerm } from './terms.ts';

/** Limits of a survey, beyond those of RFC 7208: how many queries records of others may cause. */
const surveyLimits = { nodes: 40, depth: 12, queries: 120, addresses: 10 } as const;

/** The values that are known without a message: the domain under evaluation, and the sender's, which has the first record. */
const ofDomainsOnly = (domain: string, sender: string) =>
  ({ s: '', l: '', o: sender, d: domain, i: '', p: '', h: '', c: '', r: '', t: '', v: '' }) as const;

/** The name that a term asks for; null where it depends on the message. */
function targetOf(spec: DomainSpec | null, domain: string, sender: string): string | null {
  if (spec === null) return domain;
  const letters = lettersOf(spec.parts);
  letters.delete('d');
  letters.delete('o');
  return letters.size > 0 ? null : fitName(expandMacros(spec.parts, ofDomainsOnly(domain, sender)));
}

interface Open {
  node: { -readonly [K in keyof SpfNode]: SpfNode[K] };
  /** The records from the first one to this one. */
  ancestors: readonly string[];
  via: 'start' | 'include' | 'redirect';
}

/** Sends each query once, up to the limit. */
class Questions {
  readonly #lookup: SpfLookup;
  readonly #asked = new Map<string, Promise<SpfAnswer>>();

  constructor(lookup: SpfLookup) {
    this.#lookup = lookup;
  }

  /** `capped` where the limit is reached. */
  async ask(name: string, type: 'TXT' | 'A' | 'AAAA' | 'MX'): Promise<SpfAnswer | 'capped'> {
    if (!canBeAsked(name)) return [];
    const key = `${type} ${name.toLowerCase()}`;
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    if (this.#asked.size >= surveyLimits.queries) return 'capped';
    const answer = this.#lookup(name, type);
    this.#asked.set(key, answer);
    return answer;
  }
}

const isSeen = (answer: SpfAnswer | 'capped'): answer is readonly string[] => answer !== null && answer !== 'capped';
const isVoid = (answer: SpfAnswer | 'capped'): boolean => isSeen(answer) && answer.length === 0;
/** The question, if it found nothing. */
const ifVoid = (type: string, name: string, answer: SpfAnswer | 'capped'): string[] =>
  isVoid(answer) ? [`${type} ${name}`] : [];

/** A range of addresses as ip4 and ip6 mechanisms write it. */
function rangeText(address: string, { bits4, bits6 }: { bits4: number; bits6: number }): string {
  const { family, readable } = parseClient(address);
  return family === 4 ? `${readable}/${bits4}` : `${readable}/${bits6}`;
}

type Asked = Pick<SpfNodeTerm, 'counts' | 'ranges' | 'tooManyNames' | 'voids'>;

/** Addresses of the names of an `a` or `mx`, both families. */
async function askAddresses(questions: Questions, term: AddressMechanism, target: string): Promise<Asked> {
  const exchanges = term.kind === 'a' ? [target] : await questions.ask(target, 'MX');
  const names = isSeen(exchanges) ? exchanges : [];
  const families = await Promise.all(
    names.slice(0, spfLimits.names).map(async (name) => {
      const host = withoutRoot(name);
      const [a, aaaa] = await Promise.all([questions.ask(host, 'A'), questions.ask(host, 'AAAA')]);
      return { a, aaaa, voids: [...ifVoid('A', host, a), ...ifVoid('AAAA', host, aaaa)] };
    }),
  );
  const answers = families.flatMap(({ a, aaaa }) => [a, aaaa]);
  const own = term.kind === 'mx' ? ifVoid('MX', target, exchanges) : [];
  const complete = isSeen(exchanges) && answers.every(isSeen);
  const counts: SpfCounts = {
    lookups: 1,
    voids4: own.length + families.filter(({ a }) => isVoid(a)).length,
    voids6: own.length + families.filter(({ aaaa }) => isVoid(aaaa)).length,
    complete,
  };
  const addresses = answers.flatMap((answer) => (isSeen(answer) ? answer.slice(0, surveyLimits.addresses) : []));
  const ranges = complete ? addresses.map((address) => rangeText(address, term)) : null;
  const voids = [...own, ...families.flatMap((family) => family.voids)];
  return { counts, ranges, voids, tooManyNames: names.length > spfLimits.names };
}

const unknownCounts: SpfCounts = { lookups: 1, voids4: 0, voids6: 0, complete: false };
const nothingAsked: Asked = { counts: noCounts, ranges: [], tooManyNames: false };

/** The queries of a term, except those for the records that it leads to. */
async function askTerm(questions: Questions, term: SpfTerm, target: string | null): Promise<Asked> {
  switch (term.kind) {
    case 'ip4':
    case 'ip6':
      return { ...nothingAsked, ranges: [term.text.slice(term.text.indexOf(':') + 1)] };
    case 'ptr':
      return { ...nothingAsked, counts: unknownCounts, ranges: null };
    case 'exists': {
      if (target === null) return { ...nothingAsked, counts: unknownCounts, ranges: null };
      const answer = await questions.ask(target, 'A');
      const voids = ifVoid('A', target, answer);
      const counts = { lookups: 1, voids4: voids.length, voids6: voids.length, complete: isSeen(answer) };
      return { ...nothingAsked, counts, voids };
    }
    case 'a':
    case 'mx':
      return target === null
        ? { ...nothingAsked, counts: unknownCounts, ranges: null }
        : askAddresses(questions, term, target);
    case 'include':
    case 'redirect':
      return target === null
        ? { ...nothingAsked, counts: unknownCounts, ranges: null }
        : { ...nothingAsked, counts: { ...noCounts, lookups: 1 } };
    case 'all':
    case 'exp':
    case 'unknown':
      return nothingAsked;
  }
}

const domainSpecOf = (term: SpfTerm): DomainSpec | null => ('domain' in term ? term.domain : null);
const asksForName = (term: SpfTerm): boolean => !['all', 'ip4', 'ip6', 'exp', 'unknown'].includes(term.kind);

/** A survey under way: the tree grows level by level, and the records of one level are asked for together. */
class Survey {
  readonly #questions: Questions;
  #nodes = 0;

  constructor(lookup: SpfLookup) {
    this.#questions = new Questions(lookup);
  }

  open(domain: string, ancestors: readonly string[], via: Open['via']): Open {
    this.#nodes += 1;
    const isLoop = ancestors.includes(domain.toLowerCase());
    const isCapped = this.#nodes > surveyLimits.nodes || ancestors.length >= surveyLimits.depth;
    const problem: SpfNodeProblem | null = isLoop ? { kind: 'loop' } : isCapped ? { kind: 'capped' } : null;
    return { node: { domain, text: null, terms: [], problem }, ancestors, via };
  }

  /** Fills one node, and opens those it leads to. */
  async fill(open: Open): Promise<Open[]> {
    const { node, via } = open;
    if (node.problem !== null) return [];
    const answer = await this.#questions.ask(node.domain, 'TXT');
    if (!isSeen(answer)) node.problem = { kind: answer === null ? 'unanswered' : 'capped' };
    else if (!canBeAsked(node.domain) && via !== 'start') node.problem = { kind: 'name-invalid' };
    else {
      const records = answer.filter(isSpf);
      if (records.length > 1) node.problem = { kind: 'several-records', count: records.length };
      else if (records[0] !== undefined) return this.#fillTerms(open, records[0]);
      else if (via !== 'start') node.problem = { kind: 'no-record', void: answer.length === 0 };
    }
    return [];
  }

  async #fillTerms({ node, ancestors }: Open, text: string): Promise<Open[]> {
    node.text = text;
    const { terms, problems } = parseSpf(text);
    if (problems.length > 0) node.problem = { kind: 'syntax', problems };
    const all = terms.findIndex(({ kind }) => kind === 'all');
    const opened: Open[] = [];
    const way = [...ancestors, node.domain.toLowerCase()];
    const [sender = node.domain] = way;
    const filled = await Promise.all(
      terms.map(async (term, index): Promise<SpfNodeTerm> => {
        const isHidden = all !== -1 && (term.kind === 'redirect' || (isMechanism(term) && index > all));
        const ignored = isHidden || problems.length > 0;
        const target = asksForName(term) ? targetOf(domainSpecOf(term), node.domain, sender) : null;
        return {
          text: term.text,
          kind: term.kind,
          qualifier: isMechanism(term) ? term.qualifier : null,
          target,
          dynamic: asksForName(term) && target === null,
          ignored: isHidden,
          child: null,
          ...(ignored ? nothingAsked : await askTerm(this.#questions, term, target)),
        };
      }),
    );
    node.terms = filled.map((term) => {
      if (term.ignored || problems.length > 0 || term.target === null) return term;
      if (term.kind !== 'include' && term.kind !== 'redirect') return term;
      const child = this.open(term.target, way, term.kind);
      opened.push(child);
      return { ...term, child: child.node };
    });
    return opened;
  }
}

/**
 * Walks the SPF records of a domain as for a client that matches nothing: no message causes more queries.
 * Terms behind an `all` are named and not followed. A domain without a record gives a node without text and problem.
 */
export async function surveySpf(domain: string, lookup: SpfLookup): Promise<SpfNode> {
  const survey = new Survey(lookup);
  const root = survey.open(domain, [], 'start');
  for (let level = [root]; level.length > 0;)
    level = (await Promise.all(level.map(async (open) => survey.fill(open)))).flat();
  return root.node;
}
