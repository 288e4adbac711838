import { createHash } from 'node:crypto';
import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import { secretsIn } from '@perimeter/protocols/html/secrets';
import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { isReplaced } from '@perimeter/protocols/html/encoding';
import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { HttpEvidence, HttpResponse } from '../../evidence/http/schema.ts';
import { seen, unobserved } from '../../evidence/observed.ts';
import type { PageEvidence, PageScript } from '../../evidence/page/schema.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';
import { httpLimits } from '../../net/http/limits.ts';
import { hashBase64 } from '../../net/sha256.ts';
import type { ProbeContext } from '../probe.ts';
import { sentRequests } from '../requests.data.ts';
import { type ReadScript, unrunText } from './libraries.ts';
import { fetchMaps } from './maps.ts';

/** Short time limits for scripts, and a limit for bundles. */
const scriptLimits = {
  ...httpLimits,
  exchangeMs: 6_000,
  firstByteMs: 3_000,
  maxWireBytes: 1024 * 1024,
  maxDecodedBytes: 2 * 1024 * 1024,
};

/** The source map reference in the last comment of a script. */
const mapComment = /[#@]\s?sourceMappingURL=([^\s'"*]{1,2048})/g;
const maxMapCharacters = 200;

function sourceMapOf(done: Exchanged, text: string): string | null {
  const headers = done.facts.result.ok ? done.facts.result.response.headers : [];
  const named = [...headerValues(headers, 'SourceMap'), ...headerValues(headers, 'X-SourceMap')][0];
  const comment = [...text.slice(-4_096).matchAll(mapComment)].at(-1)?.[1];
  const map = named ?? comment ?? null;
  return map?.startsWith('data:') === true ? 'data:' : (map?.slice(0, maxMapCharacters) ?? null);
}

function answerOf(done: Exchanged): PageScript['answer'] {
  const { result } = done.facts;
  if (!result.ok) return unobserved(result.failure);
  const { status, headers, body } = result.response;
  const content = done.content ?? new Uint8Array();
  return seen({
    status,
    contentType: headerValues(headers, 'Content-Type')[0] ?? null,
    bytes: content.length,
    sha256: body.sha256,
    integrity: {
      sha256: hashBase64('sha256', content),
      sha384: hashBase64('sha384', content),
      sha512: hashBase64('sha512', content),
    },
    sourceMap: sourceMapOf(done, body.text ?? ''),
    secrets: secretsIn(body.text ?? ''),
    truncated: body.truncated,
  });
}

/** Scripts of the document's own origin, each once; one with a masked URL cannot be requested. */
function ownScripts({ resources }: DocumentFacts, origin: string): { urls: string[]; left: number } {
  // A module folder is not a file.
  const scripts = resources.filter(({ kind, as, url }) => kind === 'script' && as !== 'prefix' && URL.canParse(url));
  const own = [...new Set(scripts.map(({ url }) => url).filter((url) => new URL(url).origin === origin))];
  const urls = own.filter((url) => !/[<>]/.test(url)).slice(0, sentRequests.script.most);
  return { urls, left: own.length - urls.length };
}

/** Whether browsers replace the content with one U+FFFD; a byte order mark overrides the label (Encoding sections 4.2 and 6). */
function isReplacedScript({ headers }: HttpResponse, content: Uint8Array): boolean {
  const label = parseContentType(headers).value?.parameters.get('charset');
  const start = Buffer.from(content.subarray(0, 3)).toString('latin1');
  return label !== undefined && isReplaced(label) && !/^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)/.test(start);
}

/** A script with a script media type, for recognition by its text. */
function readScript(url: string, { facts: { result }, content = new Uint8Array() }: Exchanged): ReadScript | null {
  if (!result.ok) return null;
  const { status, body } = result.response;
  if (status === 404 || status === 410 || isReplacedScript(result.response, content)) return { url, text: unrunText };
  if (status !== 200 || body.text === null) return null;
  return { url, text: body.text, sha1: createHash('sha1').update(content).digest('hex') };
}

/** Script evidence, and the texts, which are not stored. */
export interface FetchedScripts extends Pick<PageEvidence, 'scripts' | 'scriptsLeft' | 'maps'> {
  read: readonly ReadScript[];
}

function noScripts(facts: DocumentFacts, url: string | undefined): FetchedScripts {
  const { urls, left } = url === undefined ? { urls: [], left: 0 } : ownScripts(facts, new URL(url).origin);
  return { scripts: [], scriptsLeft: urls.length + left, read: [] };
}

/** Fetches the final document's scripts from its own origin, at the document's address. */
export async function fetchScripts(
  { http: client, resolver, signal, target: { scanMode: mode } }: ProbeContext,
  http: HttpEvidence,
  facts: DocumentFacts,
): Promise<FetchedScripts> {
  const final = http.exchanges.find(({ id }) => id === http.finalDocument);
  // If nothing was requested around the document, robots.txt excluded it, or it is foreign.
  if (final === undefined || final.address === null || http.robotsBar !== false) return noScripts(facts, final?.url);
  const { address, url } = final;
  const { origin } = new URL(url);
  const { urls, left } = ownScripts(facts, origin);
  const accept = '*/*';
  const means = client.probeWith({ limits: scriptLimits, signal, resolver, share: 'scripts', accept });
  const fetched = await Promise.all(
    urls.map(async (one) => {
      const done = await means.ask(new URL(one), address);
      return { script: { url: one, answer: answerOf(done) }, read: readScript(one, done) };
    }),
  );
  const scripts = fetched.map(({ script }) => script);
  const read = fetched.flatMap((one) => one.read ?? []);
  return {
    scripts,
    scriptsLeft: left,
    read,
    maps: await fetchMaps(mode, scripts, origin, (map) => means.ask(map, address)),
  };
}
