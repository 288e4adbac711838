import { registeredDomainOf, registrableDomainOf } from '../../domain/name.ts';
import { bypassRows, type BypassRow } from './bypass.data.ts';
import {
  allowsCompilation,
  allowsInline,
  allowsObject,
  allowsScript,
  allowsSinks,
  allowsStyle,
  allowsUrl,
  allowsWorker,
  type PolicyAnswer,
} from './match.ts';
import type { UrlQuestion } from './match-url.ts';
import type { CspPolicy } from './parse.ts';
import { type QuestionGroup, type QuestionId, type QuestionRow, questionRows } from './questions.data.ts';
import { readSources, type Source } from './sources.ts';

/** The decisions of all enforced policies of a document about one attack. */
export interface AskedQuestion {
  id: QuestionId;
  group: QuestionGroup;
  /** True where every policy allows it, and where there is no policy. */
  open: boolean;
  /** True where some policy has a directive for it: then a possible attack is a fault of its tokens, not of a missing directive. */
  governed: boolean;
  /** One decision per policy, in their order. */
  answers: readonly PolicyAnswer[];
}

/** A host that all policies allow and where anyone can publish scripts, or that wraps a caller's data in one. */
export interface OpenBypass {
  row: BypassRow;
  answers: readonly PolicyAnswer[];
}

export interface Attack {
  questions: readonly AskedQuestion[];
  bypasses: readonly OpenBypass[];
}

/** The document that is attacked. */
export interface AttackOptions {
  /** Its URL. */
  url: string;
  /** A name that no policy knows, such as `x7f3.example`. */
  attacker: string;
}

const refusing = (directive: string): PolicyAnswer => ({ allows: false, directive, source: null });

/** A sandbox without the keyword blocks the attack, whatever the lists allow. */
const isSandboxed = (policy: CspPolicy, word: string): boolean => {
  const words = policy.directives.get('sandbox');
  return words !== undefined && !words.some((value) => value.toLowerCase() === word);
};

type Load = Extract<QuestionRow['ask'], { load: unknown }>['load'];

/** Strict-dynamic trusts workers because a trusted script starts them; an attacker has none. */
function allowsForeignWorker(policy: CspPolicy, question: UrlQuestion): PolicyAnswer {
  const answer = allowsWorker(policy, question);
  const isTrusted = answer.source?.toLowerCase() === "'strict-dynamic'";
  return isTrusted ? { ...answer, allows: false, source: null } : answer;
}

const loaders = {
  script: (policy: CspPolicy, question: UrlQuestion): PolicyAnswer => allowsScript(policy, question),
  worker: allowsForeignWorker,
  style: (policy: CspPolicy, question: UrlQuestion): PolicyAnswer => allowsStyle(policy, question),
  object: allowsObject,
};

function allowsLoad(policy: CspPolicy, load: Load, question: UrlQuestion): PolicyAnswer {
  if ((load === 'script' || load === 'worker') && isSandboxed(policy, 'allow-scripts')) return refusing('sandbox');
  // Plugins never run in a sandbox (HTML, "sandboxed plugins browsing context flag").
  if (load === 'object' && policy.directives.has('sandbox')) return refusing('sandbox');
  if (load === 'form-action' && isSandboxed(policy, 'allow-forms')) return refusing('sandbox');
  if (load === 'script' || load === 'worker' || load === 'style' || load === 'object')
    return loaders[load](policy, question);
  return allowsUrl(policy, load, question);
}

const isStyle = (kind: string): boolean => kind.startsWith('style');

/** The requests of an attack, of which one is enough; null where nothing is loaded. */
function requestsOf({ ask: asked }: QuestionRow, self: URL, attacker: string): (UrlQuestion | null)[] {
  if (!('load' in asked)) return [null];
  return [asked.url, ...(asked.orUrl === undefined ? [] : [asked.orUrl])].map((address) => ({
    url: new URL(address.replace('{attacker}', attacker).replace('{self}', self.origin)),
    self,
    anyPathAndPort: address.includes('{attacker}'),
  }));
}

/** The decision of one policy about one attack. */
function ask(policy: CspPolicy, { ask: asked }: QuestionRow, request: UrlQuestion | null): PolicyAnswer {
  if ('load' in asked && request !== null) return allowsLoad(policy, asked.load, request);
  const isScript = !('inline' in asked) || !isStyle(asked.inline);
  if (isScript && isSandboxed(policy, 'allow-scripts')) return refusing('sandbox');
  if ('inline' in asked) return allowsInline(policy, asked.inline);
  return 'compile' in asked ? allowsCompilation(policy, asked.compile) : allowsSinks(policy);
}

/** Limit of hosts; no legitimate policy names more, and each is tested in every attack. */
const maxSuffixes = 8;

/** Wildcards directly below a public suffix: anyone can register a name there. */
function wideSuffixes(policies: readonly CspPolicy[], isWide: (base: string) => boolean): string[] {
  const sources = policies.flatMap(({ directives }) => [...directives.values()].flatMap(readSources));
  const bases = sources.flatMap((source) =>
    source.kind === 'host' && source.host.startsWith('*.') ? [source.host.slice(2)] : [],
  );
  return [...new Set(bases)].filter(isWide).slice(0, maxSuffixes);
}

/** A registry's suffix, such as com: anyone can register below it. */
const isRegistrySuffix = (base: string): boolean => registeredDomainOf(base) === null;
/** A provider's suffix, such as github.io: anyone with an account can publish below it. */
const isProviderSuffix = (base: string): boolean => registrableDomainOf(base) === null && !isRegistrySuffix(base);

/** Whether the token by which a policy allows a host allows everyone there: a narrower wildcard that happens to match proves nothing. */
function letsEveryoneIn(answer: PolicyAnswer): boolean {
  if (!answer.allows || answer.source === null) return answer.allows;
  const [source] = readSources([answer.source]);
  return source !== undefined && isForEveryone(source);
}

const isForEveryone = (source: Source): boolean =>
  source.kind !== 'host' || source.host === '*' || registrableDomainOf(source.host.replace(/^\*\./, '')) === null;

/** A name of the attacker's below a suffix. */
const below = (suffix: string, attacker: string): string => `${attacker.replaceAll('.', '-')}.${suffix}`;

/** The decisions of all policies about one request after another, until all allow one; otherwise those about the first. */
function firstOpen<Request>(
  asked: (request: Request) => PolicyAnswer[],
  [first, ...others]: readonly [Request, ...Request[]],
) {
  const plain = asked(first);
  if (plain.every(({ allows }) => allows)) return plain;
  for (const request of others) {
    const answers = asked(request);
    if (answers.every(({ allows }) => allows)) return answers;
  }
  return plain;
}

function askAll(
  policies: readonly CspPolicy[],
  row: (typeof questionRows)[number],
  { url, attacker }: AttackOptions,
  suffixes: readonly string[],
): AskedQuestion {
  const self = new URL(url);
  const namesHost = 'load' in row.ask && row.ask.url.includes('{attacker}');
  const hosts = [attacker, ...(namesHost ? suffixes.map((suffix) => below(suffix, attacker)) : [])];
  const [first = null, ...others] = hosts.flatMap((host) => requestsOf(row, self, host));
  const answers = firstOpen((request) => policies.map((policy) => ask(policy, row, request)), [first, ...others]);
  return {
    id: row.id,
    group: row.group,
    open: answers.every(({ allows }) => allows),
    governed: answers.some(({ directive }) => directive !== null),
    answers,
  };
}

/** Hosts of a provider below which a policy allows every name. */
const providerRows = (policies: readonly CspPolicy[]): BypassRow[] =>
  wideSuffixes(policies, isProviderSuffix).map((host) => ({
    host: `*.${host}`,
    path: '/',
    kind: 'user-content',
    source: 'public-suffix-list',
  }));

function askBypass(
  policies: readonly CspPolicy[],
  row: BypassRow,
  { url, attacker }: AttackOptions,
): OpenBypass | null {
  const self = new URL(url);
  const isWild = row.host.startsWith('*.');
  const host = isWild ? below(row.host.slice(2), attacker) : row.host;
  const question = { url: new URL(`https://${host}${row.path}`), self, anyPathAndPort: isWild };
  const answers: PolicyAnswer[] = [];
  for (const policy of policies) {
    const answer = allowsLoad(policy, 'script', question);
    if (!answer.allows || (row.source === 'public-suffix-list' && !letsEveryoneIn(answer))) return null;
    answers.push(answer);
  }
  return { row, answers };
}

const knownRows = new Map(questionRows.map((row) => [row.id, row]));

/** Whether all enforced policies together allow one attack, without the details. */
export function isOpenTo(id: QuestionId, policies: readonly CspPolicy[], options: AttackOptions): boolean {
  const row = knownRows.get(id);
  return row !== undefined && askAll(policies, row, options, wideSuffixes(policies, isRegistrySuffix)).open;
}

/** Whether a known nonce gets a script past all enforced policies, inline or from another host. */
export function isOpenWith(nonce: string, policies: readonly CspPolicy[], { url, attacker }: AttackOptions): boolean {
  const question = { url: new URL(`https://${attacker}/`), self: new URL(url), anyPathAndPort: true };
  const asks = [
    (policy: CspPolicy) => allowsInline(policy, 'script', { nonce }),
    (policy: CspPolicy) => allowsScript(policy, question, { nonce }),
  ];
  return asks.some((asked) =>
    policies.every((policy) => !isSandboxed(policy, 'allow-scripts') && asked(policy).allows),
  );
}

/**
 * Tests every enforced policy with every attack: an attack succeeds where all of them allow it, so that header and meta, intersections
 * and doubled lines need no rule of their own. Hosts with ways around a list are tested only where the list names hosts.
 */
export function attack(policies: readonly CspPolicy[], options: AttackOptions): Attack {
  const suffixes = wideSuffixes(policies, isRegistrySuffix);
  const questions = questionRows.map((row) => askAll(policies, row, options, suffixes));
  const isOpen = (id: QuestionId): boolean => questions.some((question) => question.id === id && question.open);
  // Where any host may serve a script, a list of hosts adds nothing.
  if (policies.length === 0 || isOpen('script-any-host')) return { questions, bypasses: [] };
  const rows = [...bypassRows, ...providerRows(policies)].filter(
    ({ needsEval }) => needsEval !== true || isOpen('eval'),
  );
  return { questions, bypasses: rows.flatMap((row) => askBypass(policies, row, options) ?? []) };
}
