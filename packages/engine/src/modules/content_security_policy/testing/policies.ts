import type { Row } from '../../../catalogue/testing/rows.ts';
import { html, json, silent } from '../../derive/http/testing/evidence.ts';
import { withPage } from '../../derive/http/testing/page.ts';
import type { PageSiteEvidence } from '../../../evidence/site/document/read-page.ts';

export type PageRow = Row<PageSiteEvidence>;

/** A page whose markup runs script, so that policies matter. */
export const lively = '<!doctype html><title>x</title><script src="/a.js"></script><form action="/go"><input></form>';

/** That page with these header lines. */
export const sent = (...lines: readonly string[]): PageSiteEvidence => withPage(html(lines, { body: lively }));

/** That page with one enforced policy. */
export const policed = (policy: string): PageSiteEvidence => sent(`Content-Security-Policy: ${policy}`);

/** A page with other markup, and one enforced policy. */
export const policedPage = (policy: string, body: string): PageSiteEvidence =>
  withPage(html([`Content-Security-Policy: ${policy}`], { body }));

/** A page with a policy in its markup alone. */
export const metaPage = (head: string, body = ''): PageSiteEvidence =>
  withPage(html([], { body: `<!doctype html><head>${head}<title>x</title></head><body>${body}</body>` }));

export const meta = (policy: string): string => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

export const strict = "script-src 'nonce-0123456789abcdefABCDEF' 'strict-dynamic'; object-src 'none'; base-uri 'none'";

export const noDocument: PageSiteEvidence = withPage(json([]));
export const noAnswer: PageSiteEvidence = withPage(silent);
