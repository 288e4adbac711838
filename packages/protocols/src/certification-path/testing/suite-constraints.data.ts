import * as der from '../../der/writer.ts';
import * as write from '../../x509/testing/certificate-writer.ts';
import { add, change, clientAuth, constrain, drop, type Edit, keyOf, put, signedBy, subject } from './chain.ts';
import { nameOfPairs } from '../../x509/testing/odd-values.ts';
import { any, bad, deviating, good, icaOf, leafOf, pair, rootOf, type SuiteCase, triple } from './suite-chain.ts';

const san = (...list: readonly string[]): Edit => change(write.subjectAltName(list));
const noNames = drop('2.5.29.17');
const range = 'hex-ip:c0000200ffffff00';
const loopback = 'hex-ip:00000000000000000000000000000001ffffffffffffffffffffffffffffffff';
const soft = (permitted: readonly string[]): Edit => change(write.nameConstraints(permitted, undefined, false));
const named = (name: string): Edit => put({ subject: nameOfPairs([`CN=${name}`]) });

/** A root with constraints over a leaf with these names. */
const under = (root: Edit, names: readonly string[], host: string | null = 'example.com', ...more: readonly Edit[]) =>
  pair([root], [san(...names), ...more], { host });

/** An intermediate with constraints over a leaf with these names. */
const below = (ica: Edit, names: readonly string[], host: string, ...more: readonly Edit[]) =>
  triple([noNames], [ica, noNames], [san(...names), ...more], { host });

/** The same for mail, as clients show it. */
const mail = (permitted: string, ...names: readonly string[]) =>
  triple([noNames], [constrain([permitted]), noNames], [san(...names), change(write.extendedKeyUsage(clientAuth))], {
    host: null,
    policy: { purpose: clientAuth },
  });

/** Root, two intermediates and a leaf: what each deviates in. */
const four = (
  root: readonly Edit[],
  upper: readonly Edit[],
  lower: readonly Edit[],
  names: readonly string[],
  host: string,
) =>
  any(
    leafOf('lower', san(...names)),
    [icaOf('upper', 'root', noNames, ...upper), icaOf('lower', 'upper', noNames, ...lower)],
    [rootOf('root', noNames, ...root)],
    { host },
  );

const wrong = ['name-constraints'] as const;
const fooBar = ['dns:foo.example.com', 'dns:bar.example.com'];
const okNotForbidden = constrain(['dns:permitted.example.com'], ['dns:forbidden.example.com']);
const forbidden = san('dns:forbidden.example.com');

const many = (prefix: string): string[] => Array.from({ length: 513 }, (_, i) => `dns:${prefix}${i}.test`);
const manyNames = [...many('t'), 'dns:.test'];

/** An intermediate by two issuers under one key. */
const twice = (by: string, names: Edit): Uint8Array => icaOf('twice', by, keyOf('CN=twice'), names);

/** The cases of x509-limbo about name constraints: rfc5280::nc::, webpki::nc::, cve:: and pathological::nc-dos. */
export const constraintCases: readonly SuiteCase[] = [
  bad(
    'rfc5280::nc::permitted-dns-mismatch',
    ['name-constraints', 'name-mismatch'],
    under(constrain(['dns:example.com']), ['dns:not-example.com']),
  ),
  bad(
    'rfc5280::nc::excluded-dns-match',
    wrong,
    below(constrain(undefined, ['dns:example.com']), ['dns:example.com'], 'example.com'),
  ),
  good('rfc5280::nc::permitted-dns-match', under(constrain(['dns:example.com']), ['dns:example.com'])),
  deviating(
    good('rfc5280::nc::permitted-dns-match-noncritical', under(soft(['dns:example.com']), ['dns:example.com'])),
    'the Baseline Requirements allow it, and the suite’s own case under webpki:: wants it',
  ),
  good('webpki::nc::permitted-dns-match-noncritical', under(soft(['dns:example.com']), ['dns:example.com'])),
  good(
    'rfc5280::nc::permitted-dns-match-more',
    under(constrain(['dns:example.com']), ['dns:foo.bar.example.com'], 'foo.bar.example.com'),
  ),
  bad(
    'rfc5280::nc::excluded-dns-match-second',
    wrong,
    under(constrain(undefined, ['dns:not-allowed.example.com']), ['dns:example.com', 'dns:not-allowed.example.com']),
  ),
  bad('rfc5280::nc::permitted-ip-mismatch', wrong, under(constrain([range]), ['ip:192.0.3.1'], '192.0.3.1')),
  bad('rfc5280::nc::excluded-ipv4-match', wrong, under(constrain(undefined, [range]), ['ip:192.0.2.1'], '192.0.2.1')),
  bad('rfc5280::nc::excluded-ipv6-match', wrong, under(constrain(undefined, [loopback]), ['ip:::1'], '::1')),
  good('rfc5280::nc::permitted-ipv4-match', under(constrain([range]), ['ip:192.0.2.1'], '192.0.2.1')),
  good('rfc5280::nc::permitted-ipv6-match', under(constrain([loopback]), ['ip:::1'], '::1')),
  bad(
    'rfc5280::nc::permitted-dn-mismatch',
    wrong,
    under(constrain(['dn:CN=foo']), ['dn:CN=not-foo'], null, named('not-foo')),
  ),
  bad(
    'rfc5280::nc::excluded-dn-match',
    wrong,
    under(constrain(undefined, ['dn:CN=foo']), ['dn:CN=foo'], null, named('foo')),
  ),
  good('rfc5280::nc::permitted-dn-match', under(constrain(['dn:CN=foo']), ['dn:CN=foo'], null, named('foo'))),
  bad(
    'rfc5280::nc::permitted-dn-match-subject-san-mismatch',
    wrong,
    under(constrain(['dn:CN=foo']), ['dn:CN=foo'], null, named('not-foo')),
  ),
  bad(
    'rfc5280::nc::excluded-dn-match-sub-mismatch',
    wrong,
    under(constrain(undefined, ['dn:CN=foo']), ['dn:CN=not-foo'], null, named('foo')),
  ),
  good(
    'rfc5280::nc::permitted-self-issued',
    any(
      leafOf('not-example.com', signedBy('CN=second')),
      [icaOf('not-example.com', 'not-example.com', keyOf('CN=second'), san('dns:not-example.com'))],
      [rootOf('not-example.com', san('dns:not-example.com'), constrain(['dns:example.com']))],
    ),
  ),
  bad(
    'rfc5280::nc::excluded-self-issued-leaf',
    wrong,
    any(
      leafOf('not-example.com', named('not-example.com'), san('dns:not-example.com')),
      [icaOf('not-example.com', 'root', san('dns:not-example.com'))],
      [rootOf('root', constrain(['dns:example.com']))],
      { host: 'not-example.com' },
    ),
  ),
  bad(
    'rfc5280::nc::excluded-match-permitted-and-excluded',
    wrong,
    under(constrain(['dns:example.com'], ['dns:example.com']), ['dns:example.com']),
  ),
  good('rfc5280::nc::permitted-different-constraint-type', under(constrain([range]), ['dns:example.com'])),
  good('rfc5280::nc::excluded-different-constraint-type', under(constrain(undefined, [range]), ['dns:example.com'])),
  bad(
    'rfc5280::nc::invalid-dnsname-wildcard',
    wrong,
    under(constrain(['dns:*.example.com']), ['dns:foo.example.com'], 'foo.example.com'),
  ),
  bad(
    'rfc5280::nc::invalid-dnsname-leading-period',
    ['strict-profile'],
    under(constrain(['dns:.example.com']), ['dns:foo.example.com'], 'foo.example.com'),
  ),
  bad('rfc5280::nc::invalid-ipv4-address', wrong, under(constrain(['ip:127.0.0.1']), ['ip:127.0.0.1'], '127.0.0.1')),
  bad('rfc5280::nc::invalid-ipv6-address', wrong, under(constrain(['ip:::1']), ['ip:::1'], '::1')),
  bad(
    'rfc5280::nc::invalid-email-address',
    wrong,
    mail('email:invalid@invalid@example.com', 'email:example@example.com'),
  ),
  bad('rfc5280::nc::not-allowed-in-ee-noncritical', ['strict-profile'], pair([], [soft(['dns:example.com'])])),
  bad('rfc5280::nc::not-allowed-in-ee-critical', ['strict-profile'], pair([], [constrain(['dns:example.com'])])),
  bad(
    'rfc5280::nc::intermediate-with-san-rejected-by-intermediate-nc',
    wrong,
    four([], [okNotForbidden], [forbidden], ['dns:permitted.example.com'], 'permitted.example.com'),
  ),
  bad(
    'rfc5280::nc::intermediate-with-san-rejected-by-root-nc',
    wrong,
    four([okNotForbidden], [], [forbidden], ['dns:permitted.example.com'], 'permitted.example.com'),
  ),
  bad(
    'rfc5280::nc::restrictive-permits-in-intermediates-narrows',
    wrong,
    four([], [constrain(fooBar)], [constrain(fooBar.slice(1))], fooBar.slice(0, 1), 'foo.example.com'),
  ),
  bad(
    'rfc5280::nc::restrictive-permits-in-intermediates-widens',
    wrong,
    four([], [constrain(fooBar.slice(1))], [constrain(fooBar)], fooBar.slice(0, 1), 'foo.example.com'),
  ),
  bad(
    'rfc5280::nc::nc-permits-invalid-dns-san',
    ['name-constraints', 'strict-profile'],
    below(constrain(['dns:example.com']), ['dns:.example.com', 'dns:foo.example.com'], 'foo.example.com'),
  ),
  bad(
    'rfc5280::nc::nc-permits-invalid-ip-san',
    ['name-constraints', 'strict-profile'],
    below(constrain([range]), [range, 'ip:192.0.2.1'], '192.0.2.1'),
  ),
  bad(
    'rfc5280::nc::nc-permits-invalid-email-san',
    wrong,
    mail('email:example.com', 'email:good@example.com', 'email:invalid@address@example.com'),
  ),
  good(
    'rfc5280::nc::nc-forbids-alternate-chain-ica',
    any(
      leafOf('twice', san('dns:permitted.example.com')),
      [icaOf('a', 'root', noNames, okNotForbidden), twice('gone', forbidden), twice('a', noNames)],
      [rootOf('root', noNames)],
      { host: 'permitted.example.com' },
    ),
  ),
  good(
    'rfc5280::nc::nc-forbids-same-chain-ica',
    any(
      leafOf('twice', san('dns:free.example.com')),
      [
        icaOf('a', 'root a', noNames, constrain(undefined, ['dns:forbidden.example.com'])),
        twice('a', forbidden),
        twice('root b', san('dns:other.example.com')),
      ],
      [rootOf('root a', noNames), rootOf('root b', noNames)],
      { host: 'free.example.com' },
    ),
  ),
  good('rfc5280::nc::nc-permits-email-exact', mail('email:foo@example.com', 'email:foo@example.com')),
  good('rfc5280::nc::nc-permits-email-domain', mail('email:example.com', 'email:foo@example.com')),
  bad(
    'rfc5280::nc::nc-forbids-othername',
    wrong,
    below(constrain(['dns:example.com'], ['other:']), ['dns:example.com', 'other:'], 'example.com'),
  ),
  good(
    'rfc5280::nc::nc-forbids-othername-noop',
    below(constrain(['dns:example.com'], ['other:']), ['dns:example.com'], 'example.com'),
  ),
  bad(
    'webpki::nc::intermediate-permitted-excluded-subtrees-both-null',
    ['malformed'],
    triple([], [add(write.ext('2.5.29.30', der.sequence(), true))], []),
  ),
  bad(
    'webpki::nc::intermediate-permitted-excluded-subtrees-both-empty-sequences',
    ['malformed'],
    triple([], [constrain([], [])], []),
  ),
  bad(
    'pathological::nc-dos-1',
    ['name-constraints', 'strict-profile'],
    pair(
      [constrain(manyNames, many('x'))],
      [put({ subject: der.sequence() }), change(write.subjectAltName(manyNames, true))],
      { host: 't0.test' },
    ),
  ),
  bad(
    'cve::cve-2025-61727',
    wrong,
    below(constrain(['dns:example.com'], ['dns:bar.example.com']), ['dns:*.example.com'], 'bar.example.com'),
  ),
  bad(
    'cve::cve-2025-61727-nc-permits-variant',
    wrong,
    below(constrain(['dns:foo.example.com']), ['dns:*.example.com'], 'foo.example.com'),
  ),
  good(
    'a subject that no constraint is about',
    under(constrain(['dns:example.com']), ['dns:example.com'], 'example.com', subject('O=x')),
  ),
];
