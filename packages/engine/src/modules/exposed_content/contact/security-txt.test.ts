import {
  answered,
  chained,
  failed,
  html,
  redirectOnly,
  refused,
  type Row,
  silent,
  testRows,
} from '../../derive/http/testing/evidence.ts';
import { securitytxtExpired, securitytxtInvalid, securitytxtMissing } from './security-txt.ts';
import type { SiteEvidence } from '../../derive/http/site.ts';

const url = 'https://site.lab/.well-known/security.txt';
const plain = ['Content-Type: text/plain; charset=utf-8'];

function withFile(exchange: ReturnType<typeof answered>): SiteEvidence {
  const site = html([]);
  return {
    ...site,
    http: { ...site.http, exchanges: [...site.http.exchanges, { ...exchange, purpose: 'security-txt' }] },
  };
}
const file = (body: string, lines: readonly string[] = plain, status = 200): SiteEvidence =>
  withFile(answered('security-txt', lines, { url, status, body }));

// The evidence begins on 2026-09-21.
const sound = file('Contact: mailto:security@site.lab\nExpires: 2027-06-30T00:00:00Z\n');
const expired = file('Contact: mailto:security@site.lab\nExpires: 2026-01-01T00:00:00Z\n');
const missing = file('', ['Content-Type: text/html'], 404);
const refusedFile = file('', [], 403);
const body = 'Contact: mailto:a@site.lab\nExpires: 2027-06-30T00:00:00Z\n';
const marked = withFile(answered('security-txt', plain, { url, body, byteOrderMark: true }));
const moved = file('', ['Location: https://vendor.lab/security.txt'], 302);
const unseen = withFile(failed('security-txt', 'timeout', url));

const rows: Row[] = [
  [securitytxtExpired, 'a date that has passed', expired, 'informational', /Expires: 2026-01-01[^]*curl -sk/],
  [securitytxtExpired, 'a date to come', sound, 'pass'],
  [securitytxtExpired, 'no file', missing, 'not-applicable', /no security\.txt/],
  [securitytxtExpired, 'no answer', unseen, 'inconclusive'],
  [securitytxtMissing, 'no file', missing, 'informational', /no published contact/],
  [securitytxtMissing, 'a page in its place', file('', ['Content-Type: text/html']), 'informational'],
  [
    securitytxtMissing,
    'the page of the site in its place',
    file('<!doctype html><title>Shop</title>\n<p>Opening hours: daily</p>', ['Content-Type: text/html']),
    'informational',
  ],
  [
    securitytxtMissing,
    'a file that is sent as a page',
    file('Contact: mailto:a@site.lab\nExpires: 2027-06-30T00:00:00Z\n', ['Content-Type: text/html']),
    'pass',
  ],
  [
    securitytxtMissing,
    'a redirect to a host of others',
    file('', ['Location: https://group.example/.well-known/security.txt'], 302),
    'inconclusive',
    /redirects from https:\/\/site\.lab\/\.well-known\/security\.txt/,
  ],
  [securitytxtMissing, 'a request timeout', file('', [], 408), 'inconclusive', /408/],
  [securitytxtMissing, 'a gateway that fails', file('', [], 502), 'inconclusive', /502/],
  [securitytxtMissing, 'a file', sound, 'pass'],
  [securitytxtMissing, 'refused', refusedFile, 'inconclusive', /403/],
  [securitytxtMissing, 'a redirect to another domain', moved, 'inconclusive', /to https:\/\/vendor\.lab/],
  [securitytxtExpired, 'a redirect to another domain', moved, 'inconclusive', /to https:\/\/vendor\.lab/],
  [securitytxtMissing, 'not requested', html([]), 'inconclusive', /not requested/],
  [securitytxtMissing, 'nothing listens', refused, 'not-applicable'],
  [securitytxtMissing, 'no answer of the site', silent, 'inconclusive'],
  [securitytxtMissing, 'a redirect to others', redirectOnly([]), 'not-applicable'],
  [securitytxtMissing, 'redirects that lead nowhere', chained([failed('a', 'timeout')], 'failed'), 'inconclusive'],
  [securitytxtInvalid, 'no contact', file('Expires: 2027-06-30T00:00:00Z\n'), 'informational', /Contact is missing/],
  [
    securitytxtInvalid,
    'another type',
    file('Contact: mailto:a@site.lab\nExpires: 2027-06-30T00:00:00Z\n', ['Content-Type: application/octet-stream']),
    'informational',
    /media type is not text\/plain/,
  ],
  [
    securitytxtInvalid,
    'no fields',
    file('Write to us.\n'),
    'informational',
    /a line is not a field[^]*curl -ski [^\n]* \| cat -v/,
  ],
  [securitytxtInvalid, 'a byte order mark', marked, 'informational', /byte order mark/],
  [securitytxtInvalid, 'a sound file', sound, 'pass', /RFC 9116/],
  [securitytxtInvalid, 'no file', missing, 'not-applicable'],
  [securitytxtInvalid, 'no answer', unseen, 'inconclusive'],
];
testRows(rows);
