import * as write from '../../x509/testing/certificate-writer.ts';
import {
  chainOf,
  constrain,
  given,
  issuerContent,
  leafContent,
  keyOf,
  make,
  names,
  put,
  row,
  type Row,
  rootContent,
  signedBy,
  subject,
} from './chain.ts';
import { sequence } from '../../der/writer.ts';
import { nameOfPairs } from '../../x509/testing/odd-values.ts';

type Names = readonly string[];

const dnsOf = (list: Names): string =>
  (list.find((name) => name.startsWith('dns:')) ?? 'dns:').slice(4).replace('*', 'x');

/** An issuer with these constraints and a leaf with these names; the first dNSName is the host. */
const bound = (
  permitted: Names | undefined,
  excluded: Names | undefined,
  list: Names,
  ok: boolean,
  differs?: string,
): Row =>
  row(
    `${list.join(' ')} ${ok ? 'holds' : 'does not hold'} under ${permitted === undefined ? '' : `+(${permitted.join(' ')})`}${excluded === undefined ? '' : `-(${excluded.join(' ')})`}`,
    ok ? [] : ['name-constraints'],
    chainOf({ issuer: [constrain(permitted, excluded)], leaf: [names(...list)], host: dnsOf(list) }),
    differs === undefined ? {} : { differs },
  );

/** A constraint with a leading dot, which browsers read as "below" and RFC 5280 does not know. */
const dotted = (sign: '+' | '-', name: string, ok: boolean): Row =>
  row(
    `${name} ${ok ? 'holds for browsers' : 'does not hold'} under ${sign}(.example.com)`,
    ok ? ['strict-profile'] : ['name-constraints', 'strict-profile'],
    chainOf({
      issuer: [sign === '+' ? constrain(['dns:.example.com']) : constrain(undefined, ['dns:.example.com'])],
      leaf: [names(`dns:${name}`)],
      host: name,
    }),
    ok ? { differs: 'openssl reads the dot as browsers do' } : {},
  );

const root = 'CN=NC Root';
const upper = 'CN=Upper';
const lower = 'CN=Lower';

/** Root, an issuer with constraints, an issuer with names of its own, a leaf. */
function threeLevels(edits: {
  root?: Names;
  upper?: Names;
  lower?: Names;
  lowerNames?: Names;
  lowerSubject?: string;
  leaf: Names;
}): Row['chain'] {
  const lowerName = edits.lowerSubject ?? lower;
  const limit = (list: Names | undefined) => (list === undefined ? [] : [constrain(list)]);
  return given(
    make(leafContent(lowerName), names(...edits.leaf)),
    [
      make(issuerContent(upper, root), ...limit(edits.upper)),
      make(
        issuerContent(lowerName, upper),
        ...limit(edits.lower),
        ...(edits.lowerNames === undefined ? [] : [names(...edits.lowerNames)]),
      ),
    ],
    [make(rootContent(root), ...limit(edits.root))],
    { host: dnsOf(edits.leaf) },
  );
}

const dn = (permitted: Names | undefined, excluded: Names | undefined, pairs: Names, list: Names, ok: boolean): Row =>
  row(
    `subject ${pairs.join(',') || 'empty'} with ${list.join(' ')} ${ok ? 'holds' : 'does not hold'} under +(${permitted?.join(' ') ?? ''})-(${excluded?.join(' ') ?? ''})`,
    ok ? [] : ['name-constraints'],
    chainOf({ issuer: [constrain(permitted, excluded)], leaf: [subject(...pairs), names(...list)] }),
  );

const www = 'dns:www.example.com';
const many = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `dns:${prefix}${i}.test`);

/** RFC 5280 section 4.2.1.10. */
export const constraintRows: readonly Row[] = [
  bound(['dns:example.com'], undefined, [www], true),
  bound(['dns:www.example.com'], undefined, [www], true),
  bound(['dns:EXAMPLE.com'], undefined, [www], true),
  bound(['dns:example.org', 'dns:example.com'], undefined, [www], true),
  bound(['dns:'], undefined, [www], true),
  bound(['dns:example.org'], undefined, [www], false),
  bound(['dns:ample.com'], undefined, [www], false),
  bound(['dns:a.www.example.com'], undefined, [www], false),
  bound(['dns:example.com'], undefined, [www, 'dns:example.org'], false),
  dotted('+', 'www.example.com', true),
  dotted('+', 'example.com', false),
  dotted('-', 'example.com', true),
  dotted('-', 'www.example.com', false),
  bound(undefined, ['dns:example.com'], [www], false),
  bound(undefined, ['dns:www.example.com'], [www], false),
  bound(undefined, ['dns:example.org'], [www], true),
  bound(undefined, ['dns:ample.com'], [www], true),
  bound(undefined, ['dns:'], [www], false),
  bound(undefined, ['dns:second.example.com'], [www, 'dns:second.example.com'], false),
  bound(['dns:example.com'], ['dns:example.com'], [www], false),
  bound(['dns:example.com'], ['dns:other.example.com'], [www], true),
  bound(['dns:example.com'], undefined, ['dns:*.example.com'], true),
  bound(['dns:www.example.com'], undefined, ['dns:*.example.com'], false),
  bound(
    undefined,
    ['dns:bar.example.com'],
    ['dns:*.example.com'],
    false,
    'openssl compares the wildcard as it is written',
  ),
  bound(undefined, ['dns:a.bar.example.com'], ['dns:*.example.com'], true),
  bound(undefined, ['dns:example.com'], ['dns:*.example.com'], false),
  row(
    'an underscore under constraints that hold',
    ['strict-profile'],
    chainOf({
      issuer: [constrain(['dns:example.com'], ['dns:org_x.test'])],
      leaf: [names('dns:a_b.example.com')],
      host: 'a_b.example.com',
    }),
    { differs: 'openssl compares what is written' },
  ),
  bound(['dns:*.example.com'], undefined, [www], false),
  bound(['dns:exa mple.com'], undefined, [www], false),
  bound(['ip:192.0.2.0'], undefined, [www], true),
  row(
    'a constraint of an address without a mask',
    ['name-constraints'],
    chainOf({ issuer: [constrain(['ip:192.0.2.7'])], leaf: [names('ip:192.0.2.7')], host: '192.0.2.7' }),
  ),
  bound(['hex-ip:c0000200ffffff00'], undefined, [www], true),
  bound(['hex-ip:c0000200ffffff00'], undefined, [www, 'ip:192.0.2.7'], true),
  bound(['hex-ip:c0000200ffffff00'], undefined, [www, 'ip:192.0.3.7'], false),
  bound(['hex-ip:c0000200ffffff00'], undefined, [www, 'ip:2001:db8::1'], false),
  bound(undefined, ['hex-ip:c0000200ffffff00'], [www, 'ip:192.0.2.7'], false),
  bound(undefined, ['hex-ip:c0000200ffffff00'], [www, 'ip:192.0.3.7'], true),
  bound(undefined, ['hex-ip:0000000000000000'], [www, 'ip:192.0.3.7'], false),
  bound(undefined, ['hex-ip:0000000000000000'], [www, 'ip:2001:db8::1'], true),
  bound(['hex-ip:c0000200ff00ff00'], undefined, [www, 'ip:192.0.2.7'], false, 'openssl takes masks with gaps'),
  bound(
    ['hex-ip:20010db8000000000000000000000000ffffffff000000000000000000000000'],
    undefined,
    [www, 'ip:2001:db8::1'],
    true,
  ),
  bound(
    ['hex-ip:20010db8000000000000000000000000ffffffff000000000000000000000000'],
    undefined,
    [www, 'ip:2001:db9::1'],
    false,
  ),
  bound(
    undefined,
    ['hex-ip:20010db8000000000000000000000000ffffffff000000000000000000000000'],
    [www, 'ip:2001:db8::1'],
    false,
  ),
  bound(['email:example.com'], undefined, [www, 'email:a@example.com'], true),
  bound(['email:example.com'], undefined, [www, 'email:a@sub.example.com'], false),
  bound(['email:.example.com'], undefined, [www, 'email:a@sub.example.com'], true),
  bound(['email:.example.com'], undefined, [www, 'email:a@example.com'], false),
  bound(['email:a@example.com'], undefined, [www, 'email:a@EXAMPLE.com'], true),
  bound(['email:a@example.com'], undefined, [www, 'email:A@example.com'], false),
  bound(['email:*@example.com'], undefined, [www, 'email:a@example.com'], false),
  bound(['email:a@b@example.com'], undefined, [www, 'email:a@example.com'], false),
  bound(
    ['email:example.com'],
    undefined,
    [www, 'email:a@b@example.com'],
    false,
    'openssl takes the last @ for the one that counts',
  ),
  bound(undefined, ['email:example.com'], [www, 'email:a@example.com'], false),
  bound(['email:example.com'], undefined, [www], true),
  bound(['uri:example.com'], undefined, [www, 'uri:https://example.com/x'], true),
  bound(['uri:example.com'], undefined, [www, 'uri:https://sub.example.com/x'], false),
  bound(['uri:.example.com'], undefined, [www, 'uri:https://sub.example.com:8443/x'], true),
  bound(['uri:.example.com'], undefined, [www, 'uri:https://example.com/'], false),
  bound(['uri:example.com'], undefined, [www, 'uri:urn:example:x'], false),
  bound(['uri:example.com'], undefined, [www, 'uri:https://192.0.2.1/'], false),
  bound(
    undefined,
    ['uri:example.com'],
    [www, 'uri:https://u@example.com/'],
    false,
    'openssl does not look behind the user',
  ),
  bound(undefined, ['other:'], [www], true),
  bound(undefined, ['other:'], [www, 'other:'], false),
  bound(['other:'], undefined, [www, 'other:'], false),
  dn(['dn:O=Example'], undefined, ['O=Example', 'CN=www'], [www], true),
  dn(['dn:O=EXAMPLE'], undefined, ['O=example', 'CN=www'], [www], true),
  dn(['dn:O=Example'], undefined, ['O=Other', 'CN=www'], [www], false),
  dn(['dn:O=Example,OU=A'], undefined, ['O=Example'], [www], false),
  dn(['dn:O=Example'], undefined, ['O=Example'], [www, 'dn:O=Other'], false),
  dn(['dn:O=Example'], undefined, ['O=Other'], [www, 'dn:O=Example'], false),
  dn(undefined, ['dn:O=Example'], ['O=Example'], [www], false),
  dn(undefined, ['dn:O=Example'], ['O=Other'], [www, 'dn:O=Example'], false),
  dn(undefined, ['dn:O=Example'], ['O=Other'], [www], true),
  row(
    'constraints that are not critical',
    [],
    chainOf({
      issuer: [
        (c) => ({ ...c, extensions: [...c.extensions, write.nameConstraints(['dns:example.com'], undefined, false)] }),
      ],
    }),
  ),
  row('constraints of a root', ['name-constraints'], chainOf({ root: [constrain(['dns:example.org'])] })),
  row('constraints of a root that hold', [], chainOf({ root: [constrain(['dns:example.com'])] })),
  row(
    'names outside of both constraints',
    ['name-constraints'],
    chainOf({ root: [constrain(['dns:example.org'])], issuer: [constrain(['dns:example.net'])] }),
  ),
  row(
    'constraints are not of the common name',
    [],
    chainOf({ issuer: [constrain(['dns:example.com'])], leaf: [subject('CN=www.example.org')] }),
  ),
  row('constraints in a leaf', ['strict-profile'], chainOf({ leaf: [constrain(['dns:example.com'])] }), {
    differs: 'openssl does not mind',
  }),
  row(
    'constraints that are an empty sequence',
    ['malformed'],
    chainOf({ issuer: [(c) => ({ ...c, extensions: [...c.extensions, write.ext('2.5.29.30', sequence(), true)] })] }),
    { differs: 'openssl takes it for none' },
  ),
  row('constraints with empty lists', ['malformed'], chainOf({ issuer: [constrain([], [])] }), {
    differs: 'openssl takes it for none',
  }),
  row('an empty list beside one that holds', ['malformed'], chainOf({ issuer: [constrain(['dns:example.com'], [])] }), {
    differs: 'openssl takes it for none',
  }),
  row(
    'e-mail addresses of the subject count where there is no subjectAltName',
    ['name-constraints', 'name-mismatch'],
    chainOf({
      issuer: [constrain(['email:example.org'])],
      leaf: [
        subject('CN=www.example.com', 'E=a@example.com'),
        (c) => ({ ...c, extensions: c.extensions.filter(({ oid }) => oid !== '2.5.29.17') }),
      ],
    }),
  ),
  row(
    'an issuer may narrow',
    ['name-constraints'],
    threeLevels({
      upper: ['dns:foo.example.com', 'dns:bar.example.com'],
      lower: ['dns:bar.example.com'],
      leaf: ['dns:foo.example.com'],
    }),
  ),
  row(
    'an issuer may not widen',
    ['name-constraints'],
    threeLevels({
      upper: ['dns:bar.example.com'],
      lower: ['dns:foo.example.com', 'dns:bar.example.com'],
      leaf: ['dns:foo.example.com'],
    }),
  ),
  row(
    'names of issuers are constrained too',
    ['name-constraints'],
    threeLevels({ upper: ['dns:ok.example.com'], lowerNames: ['dns:bad.example.com'], leaf: ['dns:ok.example.com'] }),
  ),
  row(
    'names of issuers are constrained by the root',
    ['name-constraints'],
    threeLevels({ root: ['dns:ok.example.com'], lowerNames: ['dns:bad.example.com'], leaf: ['dns:ok.example.com'] }),
  ),
  row(
    'names of self-issued issuers are not constrained',
    [],
    given(
      make(leafContent(root), signedBy('CN=new key'), names(www)),
      [make(issuerContent(root, root), keyOf('CN=new key'), names('dns:bad.example.org'))],
      [make(rootContent(root), constrain(['dns:example.com']))],
    ),
  ),
  row(
    'a self-issued leaf is constrained',
    ['name-constraints'],
    given(
      make(leafContent(root), put({ subject: nameOfPairs(['CN=NC Root']) }), names(www)),
      [],
      [make(rootContent(root), constrain(['dns:example.org']))],
    ),
  ),
  row(
    'more names and constraints than can be compared',
    ['name-constraints'],
    chainOf({
      issuer: [constrain([...many('t', 513), 'dns:test'], many('x', 513))],
      leaf: [names(...many('t', 513))],
      host: 't0.test',
    }),
    { differs: 'openssl compares twice as many' },
  ),
  row(
    'many names and constraints',
    [],
    chainOf({
      issuer: [constrain([...many('t', 200), 'dns:test'], many('x', 200))],
      leaf: [names(...many('t', 200))],
      host: 't0.test',
    }),
  ),
];
