import { type FetchDirective, rulingDirective } from './directives.ts';
import { allowsObject, allowsScript, allowsStyle, allowsUrl, allowsWorker, type PolicyAnswer } from './match.ts';
import type { UrlQuestion } from './match-url.ts';
import type { CspPolicy } from './parse.ts';

/** What brings code, styles or a frame into a page, each with the deciding directive and the test of a policy. */
const loads: readonly {
  directive: FetchDirective;
  allows: (policy: CspPolicy, question: UrlQuestion) => PolicyAnswer;
}[] = [
  { directive: 'script-src-elem', allows: (policy, question) => allowsScript(policy, question) },
  { directive: 'worker-src', allows: allowsWorker },
  { directive: 'frame-src', allows: (policy, question) => allowsUrl(policy, 'frame-src', question) },
  { directive: 'object-src', allows: allowsObject },
  { directive: 'style-src-elem', allows: (policy, question) => allowsStyle(policy, question) },
];

/** A page under a reserved name, so that no host is its own; and a label in place of a wildcard. */
const self = new URL('https://page.invalid/');
const anyLabel = 'x7f3a9c1';

function questionOf(host: string): UrlQuestion | null {
  const address = `https://${host.replace('*', anyLabel)}/`;
  return URL.canParse(address) ? { url: new URL(address), self, anyPathAndPort: true } : null;
}

/** Whether a decision depends on the host: 'strict-dynamic' lets in what a trusted script starts, wherever it comes from. */
const isByHost = ({ allows, source }: PolicyAnswer): boolean => allows && source?.toLowerCase() !== "'strict-dynamic'";

/**
 * The hosts from which code is allowed by name, wildcards as written: in the directive that decides, not overruled by
 * 'strict-dynamic', and let in by all policies together.
 */
export function codeHosts(policies: readonly CspPolicy[]): string[] {
  const questions = new Map<string, UrlQuestion | null>();
  const found = loads.flatMap(({ directive, allows }) => {
    const lists = policies.map((policy) => rulingDirective(policy, directive)?.list ?? []);
    const hosts = lists.flatMap((list) => list.flatMap((source) => (source.kind === 'host' ? [source.host] : [])));
    return [...new Set(hosts)].filter((host) => {
      const question = questions.get(host) ?? questionOf(host);
      questions.set(host, question);
      return question !== null && policies.every((policy) => isLetIn(allows(policy, question)));
    });
  });
  return [...new Set(found)];
}

const isLetIn = (answer: PolicyAnswer): boolean => answer.directive === null || isByHost(answer);
