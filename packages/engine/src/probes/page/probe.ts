import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { HttpEvidence, HttpExchange } from '../../evidence/http/schema.ts';
import { wallOf } from '../../evidence/http/wall.ts';
import { noPage } from '../../evidence/page/example.ts';
import type { PageDocument, PageEvidence } from '../../evidence/page/schema.ts';
import type { ReceivedDocument } from '../../net/http/client.ts';
import { type ProbeContext, defineProbe } from '../probe.ts';
import { readSliced } from '../read-sliced.ts';
import { findLibraries } from './libraries.ts';
import { askReferences } from './references.ts';
import { fetchScripts } from './scripts.ts';

/** Only markup of the site itself is read, not what stands in its place. */
function isReadable({ result }: HttpExchange): boolean {
  if (!result.ok || !isMarkup(parseContentType(result.response.headers).value)) return false;
  const wall = wallOf(result.response);
  return wall === null || wall.kind === 'login';
}

const withoutNonces = (text: string, nonces: readonly string[]): string =>
  nonces.reduce((left, nonce) => (nonce === '' ? left : left.replaceAll(nonce, '')), text);

interface Reader {
  http: HttpEvidence;
  received: ReadonlyMap<string, ReceivedDocument>;
}

const documentOf = ({ http, received }: Reader, id: string | undefined): ReceivedDocument | null => {
  const exchange = http.exchanges.find((one) => one.id === id);
  return exchange !== undefined && isReadable(exchange) ? (received.get(exchange.id) ?? null) : null;
};

async function readRole(
  reader: Reader,
  id: string | null,
  role: PageDocument['role'],
  onScript?: (code: string) => void,
): Promise<PageDocument[]> {
  const document = documentOf(reader, id ?? undefined);
  return id === null || document === null ? [] : [{ exchange: id, role, facts: await readSliced(document, onScript) }];
}

/** The second answer is read for its nonces alone. */
async function readAgain(reader: Reader, final: PageDocument): Promise<PageEvidence['again']> {
  const id = reader.http.exchanges.find(({ purpose }) => purpose === 'again')?.id;
  const [first, second] = [documentOf(reader, final.exchange), documentOf(reader, id)];
  if (id === undefined || first === null || second === null) return null;
  const { nonces } = await readSliced(second);
  return {
    exchange: id,
    nonces: [...nonces],
    sameBody: first.text === second.text,
    sameWithoutNonces: withoutNonces(first.text, final.facts.nonces) === withoutNonces(second.text, nonces),
  };
}

/** Reads the final document, the page of a path that does not exist, and the scripts of the own origin. */
export async function probePage(context: ProbeContext, http: HttpEvidence): Promise<PageEvidence> {
  const reader = { http, received: context.http.documents };
  const inline: string[] = [];
  const [final] = await readRole(reader, http.finalDocument, 'final', (code) => inline.push(code));
  if (final === undefined) return noPage;
  const { facts } = final;
  const [fetching, asking] = [fetchScripts(context, http, facts), askReferences(context, facts)];
  const missing = http.exchanges.find(({ purpose }) => purpose === 'missing')?.id ?? null;
  const documents = [final, ...(await readRole(reader, missing, 'missing'))];
  const again = await readAgain(reader, final);
  const { read, ...scripts } = await fetching;
  const page = { url: documentOf(reader, final.exchange)?.url.href ?? '', text: inline.join('\n') };
  const found = await findLibraries(facts, [page, ...read], context.settings.libraries);
  return { documents, again, ...scripts, ...found, references: await asking };
}

/** What the documents of the site hold, and the scripts that its own origin serves. */
export const pageProbe = defineProbe({
  kind: 'page',
  needs: ['http'],
  run: async (context, { http }) => {
    const page = await probePage(context, http);
    return { evidence: { ...page, lookups: await context.lookups() } };
  },
});
