import type { HttpAddress, HttpExchange } from '../../../evidence/http/schema.ts';
import {
  answered,
  failed,
  html,
  redirectOnly,
  refused,
  silent,
  type Row,
  testRows,
} from '../../derive/http/testing/evidence.ts';
import { endpointAddressDiffers } from './addresses.ts';
import type { SiteEvidence } from '../../derive/http/site.ts';

const lines = ['Content-Type: text/html', "Content-Security-Policy: script-src 'nonce-a'"];

interface Others {
  others?: readonly HttpExchange[];
  notProbed?: string[];
  isRecorded?: boolean;
}

const withCertificate = (exchange: HttpExchange, certificate: string): HttpExchange => ({
  ...exchange,
  tls: { protocol: 'TLSv1.3', cipher: '', alpn: null, authorized: true, authorizationError: null, certificate },
});

/** A site at 203.0.113.10 and these further addresses. */
function addressed({ others = [], notProbed = [], isRecorded = true }: Others): SiteEvidence {
  const { http, endpoints, target } = html([lines[1] ?? '']);
  const [document] = http.exchanges;
  const final = document === undefined ? [] : [withCertificate(document, 'aa')];
  const ids = [...final, ...others].map(({ id, address }): HttpAddress => ({ address: address ?? '', exchange: id }));
  const hosts = endpoints.hosts.map((host) => ({
    ...host,
    notProbed,
    addresses: ids.map(({ address }) => ({ address, family: 4 as const, allowed: true })),
  }));
  return {
    target,
    endpoints: { hosts },
    http: { ...http, exchanges: [...final, ...others], ...(isRecorded ? { addresses: ids } : {}) },
  };
}

const at = (address: string, exchange: HttpExchange): HttpExchange => ({
  ...exchange,
  id: `address-${address}`,
  address,
});
const same = at(
  '203.0.113.11',
  withCertificate(answered('x', [lines[0] ?? '', "Content-Security-Policy: script-src 'nonce-b'"]), 'aa'),
);
const check = endpointAddressDiffers;

const rows: Row[] = [
  [check, 'one address', addressed({}), 'not-applicable', /one address/],
  [check, 'two that answer alike but for their nonces', addressed({ others: [same] }), 'pass', /alike/],
  [
    check,
    'one that refuses',
    addressed({ others: [same, at('203.0.113.12', failed('x', 'refused'))] }),
    'informational',
    /203\.0\.113\.12 does not answer/,
  ],
  [
    check,
    'one with another status',
    addressed({ others: [at('203.0.113.12', answered('x', lines, { status: 503, reason: 'Service Unavailable' }))] }),
    'informational',
    /status 503 instead of 200[^]*HTTP\/1\.1 503 Service Unavailable/,
  ],
  [
    check,
    'one without a security header',
    addressed({ others: [at('203.0.113.12', answered('x', lines.slice(0, 1)))] }),
    'informational',
    /differently in: Content-Security-Policy\./,
  ],
  [
    check,
    'one with another certificate',
    addressed({ others: [at('203.0.113.12', withCertificate(answered('x', lines), 'bb'))] }),
    'informational',
    /differently in: certificate\./,
  ],
  [
    check,
    'one that limits our rate',
    addressed({ others: [same, at('203.0.113.12', answered('x', [], { status: 429, reason: 'Too Many Requests' }))] }),
    'inconclusive',
    /203\.0\.113\.12 was not compared \(429 Too Many Requests\)/,
  ],
  [
    check,
    'IPv6 from a machine without it',
    addressed({ others: [at('2001:db8::1', failed('x', 'unreachable'))] }),
    'inconclusive',
    /2001:db8::1 was not compared/,
  ],
  [
    check,
    'more than four of a family',
    addressed({ others: [same], notProbed: ['203.0.113.15'] }),
    'inconclusive',
    /beyond four per family were not compared: 203\.0\.113\.15/,
  ],
  [
    check,
    'evidence of a time before addresses were compared',
    addressed({ others: [same], isRecorded: false }),
    'inconclusive',
    /other addresses were not compared/,
  ],
  [check, 'a pure redirect host', redirectOnly([]), 'not-applicable', /redirects/],
  [check, 'nothing listens', refused, 'not-applicable', /refused/],
  [check, 'silence', silent, 'inconclusive', /timeout/],
];

testRows(rows);
