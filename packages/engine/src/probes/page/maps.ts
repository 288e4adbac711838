import { seen, unobserved } from '../../evidence/observed.ts';
import type { PageMap, PageScript } from '../../evidence/page/schema.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';
import { sentRequests } from '../requests.data.ts';

/** The source map URL of a script, if its own origin serves it. */
function mapUrl({ url, answer }: PageScript, origin: string): string | null {
  const map = answer.known && answer.value.status === 200 ? answer.value.sourceMap : null;
  if (map === null || map === 'data:' || !URL.canParse(map, url)) return null;
  const found = new URL(map, url);
  return found.origin === origin && !/[<>]/.test(found.href) ? found.href : null;
}

/** Counts the members of a source map (ECMA-426) in its text, which may be large and truncated. */
function answerOf({ facts: { result } }: Exchanged): PageMap['answer'] {
  if (!result.ok) return unobserved(result.failure);
  const { status, body } = result.response;
  const text = body.text ?? '';
  const list = /"sources"\s{0,20}:\s{0,20}\[([^\]]{0,100000})/.exec(text.slice(0, 1_048_576))?.[1];
  const isMap =
    list !== undefined && /^\s*(?:\)\]\}'[^\n]*\n)?\s*\{/.test(text.slice(0, 1_024)) && text.includes('"mappings"');
  return seen({
    status,
    bytes: body.decodedBytes,
    sources: isMap ? (list.match(/"(?:[^"\\]|\\.){0,2000}"/g)?.length ?? 0) : null,
    hasContent: isMap && /"sourcesContent"\s{0,20}:\s{0,20}\[\s{0,20}"/.test(text),
  });
}

/** Requests the source maps of fetched scripts; deep audits only. */
export async function fetchMaps(
  mode: 'standard' | 'deep',
  scripts: readonly PageScript[],
  origin: string,
  ask: (url: URL) => Promise<Exchanged>,
): Promise<PageMap[] | undefined> {
  if (mode !== 'deep') return undefined;
  const named = scripts.flatMap((script) => {
    const url = mapUrl(script, origin);
    return url === null ? [] : [{ script: script.url, url }];
  });
  return Promise.all(
    named
      .slice(0, sentRequests.map.most)
      .map(async (one) => ({ ...one, answer: answerOf(await ask(new URL(one.url))) })),
  );
}
