import type { BehaviourEvidence } from '../../evidence/behaviour/schema.ts';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { sentPath, sentRequests } from '../requests.data.ts';
import { readSliced } from '../read-sliced.ts';
import type { BehaviourAnswer } from './questions.ts';

type AskPath = (id: string, url: URL) => Promise<BehaviourAnswer>;
type Pages = Required<Pick<BehaviourEvidence, 'errorPages' | 'linkedPages'>>;

/** Paths that may end a session or start a download are not requested. */
const isAsked = (path: string): boolean => !/log-?out|sign-?out|abmelden|logoff|delete|remove|unsubscribe/i.test(path);

async function pathsOf({ http }: ProbeContext, final: HttpExchange): Promise<readonly string[]> {
  const document = http.documents.get(final.id);
  if (document === undefined) return [];
  const { ownPaths = [] } = (await readSliced(document)).facts;
  return ownPaths.filter(isAsked).slice(0, sentRequests.linked.most);
}

/** Requests pages that the document links to, and nonexistent program and folder paths: each may have its own headers. */
export async function askMorePages(
  context: ProbeContext,
  final: HttpExchange,
  asked: URL,
  { ask, word }: { ask: AskPath; word: string },
): Promise<{ pages: Pages; answers: BehaviourAnswer[] }> {
  const errors = [sentPath(sentRequests.errorScript, word), sentPath(sentRequests.errorFolder, word)];
  const linked = await pathsOf(context, final);
  const askAll = async (kind: string, paths: readonly string[]) =>
    Promise.all(
      paths.map(async (path, at) => ({ path, answer: await ask(`${kind}-${at + 1}`, new URL(path, asked)) })),
    );
  const [errorPages, linkedPages] = await Promise.all([askAll('error', errors), askAll('linked', linked)]);
  const stored = (all: typeof errorPages) => all.map(({ path, answer }) => ({ path, exchange: answer.exchange.id }));
  return {
    pages: { errorPages: stored(errorPages), linkedPages: stored(linkedPages) },
    answers: [...errorPages, ...linkedPages].map(({ answer }) => answer),
  };
}
