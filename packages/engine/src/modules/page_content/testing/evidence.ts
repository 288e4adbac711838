import { createHash } from 'node:crypto';
import { documentOf } from '@perimeter/protocols/html/document/document';
import { advisoriesOf } from '@perimeter/protocols/libraries/advisories';
import { shippedLibraries } from '@perimeter/protocols/libraries/retire.data';
import { rowTester, type Row as RowOf } from '../../../catalogue/testing/rows.ts';
import type { SomeEvidence } from '../../../evidence/evidence.ts';
import { noPage } from '../../../evidence/page/none.ts';
import type { PageLibrary } from '../../../evidence/page/library.ts';
import { type PageEvidence, pageEvidence, type PageScript } from '../../../evidence/page/schema.ts';
import { answered, chained, redirectOnly, refused, silent, walled } from '../../derive/http/testing/evidence.ts';

type HttpSite = ReturnType<typeof chained>;

/** Deviations from the default page evidence. */
export interface Seen extends Partial<Omit<PageEvidence, 'documents'>> {
  lines?: readonly string[];
  url?: string;
  status?: number;
  /** Response on port 80; default: a redirect. */
  overHttp?: 'document';
  robots?: string;
  startedAtMs?: number;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Evidence without a page. */
export const withoutPage = (http: HttpSite): SomeEvidence => ({ ...http, page: noPage });

/** The evidence of a document as the probes create it. */
export function seenPage(body: string, seen: Seen = {}): SomeEvidence {
  const { lines = [], url = 'https://site.lab/', status = 200, overHttp, robots, startedAtMs, ...page } = seen;
  const head = ['Content-Type: text/html; charset=utf-8', ...lines];
  const document = answered('document', head, { url, status, body });
  const plain = answered('plain', head, { url: 'http://site.lab/', body });
  const { http, ...site } = chained([document]);
  const asked =
    robots === undefined
      ? []
      : [
          {
            ...answered('robots', ['Content-Type: text/plain'], { url: 'https://site.lab/robots.txt', body: robots }),
            purpose: 'robots' as const,
          },
        ];
  const chains =
    overHttp === undefined ? [] : [{ start: 'http-apex' as const, hops: ['plain'], ended: 'final' as const }];
  const target = { ...site.target, ...(startedAtMs === undefined ? {} : { startedAtMs }) };
  return {
    ...site,
    target,
    http: {
      ...http,
      exchanges: [...http.exchanges, ...(overHttp === undefined ? [] : [plain]), ...asked],
      chains: [...http.chains, ...chains],
    },
    page: pageEvidence.parse({
      ...noPage,
      documents: [{ exchange: 'document', role: 'final', facts: documentOf(body, { url, sha256 }) }],
      libraries: [],
      libraryList: { name: 'list', date: '2026-08-22' },
      maps: [],
      references: [],
      ...page,
    }),
  };
}

/** A script of the site as it was fetched. */
export function fetched(
  url: string,
  text: string,
  more: Partial<Extract<PageScript['answer'], { known: true }>['value']> = {},
): PageScript {
  const digest = (name: string): string => createHash(name).update(text).digest('base64');
  const integrity = { sha256: digest('sha256'), sha384: digest('sha384'), sha512: digest('sha512') };
  const value = {
    status: 200,
    contentType: 'text/javascript',
    bytes: text.length,
    sha256: '',
    integrity,
    sourceMap: null,
    secrets: [],
    truncated: false,
    ...more,
  };
  return { url, answer: { known: true, value } };
}

/** A library of the page, with the advisories of the shipped list. */
export function library(
  name: string,
  version: string,
  by: PageLibrary['by'] = 'banner',
  url = 'https://site.lab/a.js',
): PageLibrary {
  const row = shippedLibraries.libraries.find((one) => one.name === name);
  const advisories = row === undefined ? [] : advisoriesOf(row, version).map(({ excludes: _builds, ...one }) => one);
  return { name, version, by, url, quote: `/*! ${name} v${version}`, advisories };
}

/** Situations in which no page was read. */
export const unread = {
  silent: withoutPage(silent),
  refused: withoutPage(refused),
  walled: withoutPage(walled([])),
  redirectOnly: withoutPage(redirectOnly([])),
};

export type Row = RowOf<SomeEvidence>;

/** Rows of checks of a page. */
export const testRows = rowTester((evidence: SomeEvidence) => evidence);
