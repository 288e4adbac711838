import * as write from '../../x509/testing/certificate-writer.ts';
import {
  add,
  chainOf,
  change,
  constrain,
  drop,
  type Edit,
  given,
  issuerContent,
  keyOf,
  leafContent,
  make,
  names,
  put,
  row,
  type Row,
  rootContent,
  signedBy,
} from './chain.ts';
import * as der from '../../der/writer.ts';
import * as odd from '../../x509/testing/odd-values.ts';

const past = put({ notAfter: odd.timeOf('2026-01-01T00:00:00Z') });
const limit = (pathLength: number): Edit => change(write.basicConstraints(true, pathLength));
const root = (name: string, ...edits: readonly Edit[]): Uint8Array => make(rootContent(`CN=${name}`), ...edits);
const issuer = (name: string, by: string, ...edits: readonly Edit[]): Uint8Array =>
  make(issuerContent(`CN=${name}`, `CN=${by}`), ...edits);
const leaf = (by: string, ...edits: readonly Edit[]): Uint8Array => make(leafContent(`CN=${by}`), ...edits);

/** Intermediates with these limits from the root down, then a leaf. */
function limits(...list: readonly (number | null)[]): Row['chain'] {
  const made = list.map((pathLength, i) =>
    issuer(`P${i + 1}`, i === 0 ? 'R' : `P${i}`, ...(pathLength === null ? [] : [limit(pathLength)])),
  );
  return given(leaf(`P${list.length}`), made, [root('R')]);
}

const own = 'CN=www.example.com';
const selfSigned = (...edits: readonly Edit[]): Uint8Array =>
  make(rootContent(own), drop('2.5.29.15'), drop('2.5.29.19'), names('dns:www.example.com'), ...edits);

const trusted = selfSigned();
const trustedAuthority = selfSigned(add(write.basicConstraints(true)));

/** The graph of RFC 4158 section 2.3: two issuers that sign each other, each signed by the root, both sign B. */
const bad: Record<string, Edit> = {
  expired: past,
  constrained: constrain(['dns:example.org']),
  forClients: add(write.extendedKeyUsage('1.3.6.1.5.5.7.3.4')),
  withoutBasicConstraints: drop('2.5.29.19'),
  noAuthority: change(write.basicConstraints(false)),
  sha1: put({ hash: 'sha1' }),
};
const same: Edit = (content) => content;

function figureSeven(faulty: readonly string[], fault: Edit): Row['chain'] {
  const edges = ['C-B', 'A-B', 'C-A', 'A-C', 'R-C', 'R-A'];
  const made = edges.map((edge) => {
    const [by = '', to = ''] = edge.split('-');
    return issuer(to, by, faulty.includes(edge) ? fault : same);
  });
  return given(leaf('B'), made, [root('R')]);
}

const noWayBack = 'openssl does not go back where a way turns out to be bad';

const figureRows = Object.entries(bad).flatMap(([name, fault]): Row[] => {
  // openssl verify accepts SHA-1 at this level, so it finds every path.
  const more = name === 'sha1' ? {} : { differs: noWayBack };
  return [
    row(`${name}: one way of four is left`, [], figureSeven(['C-B', 'R-A'], fault), more),
    row(`${name}: the direct ways are bad`, [], figureSeven(['A-B', 'R-C'], fault), more),
  ];
});

/** Path building: RFC 4158, cross-signed issuers, twins, loops and sets that are meant to cost. */
export const pathRows: readonly Row[] = [
  row('a limit of 0 over a leaf', [], limits(0), { length: 3 }),
  row('a limit of 0 over an issuer', ['path-length'], limits(0, null)),
  row('a limit of 1 over an issuer', [], limits(1, null)),
  row('a limit that grows', [], limits(1, 2)),
  row('a limit of 1 over two issuers', ['path-length'], limits(1, null, null)),
  row('a limit of the second issuer', ['path-length'], limits(1, 0, 0)),
  row('a limit of the root', ['path-length'], given(leaf('I'), [issuer('I', 'R')], [root('R', limit(-0))])),
  row('a limit of the root that holds', [], given(leaf('I'), [issuer('I', 'R')], [root('R', limit(1))])),
  row(
    'self-issued issuers do not count',
    [],
    given(
      leaf('Q'),
      [
        issuer('P', 'R', limit(1)),
        make(issuerContent('CN=P', 'CN=P'), keyOf('CN=P2'), limit(1)),
        make(issuerContent('CN=Q', 'CN=P'), signedBy('CN=P2'), limit(0)),
      ],
      [root('R')],
    ),
  ),
  row(
    'a limit without an authority',
    ['profile'],
    chainOf({ leaf: [add(write.ext('2.5.29.19', der.sequence(der.integer(0)), true))] }),
  ),

  // A new root that stores do not have yet, signed by an older one, which the oldest signed too: Let's Encrypt's Root YE, X2 and X1.
  ...(
    [
      ['and the newer of the old roots is trusted', [], [root('X2')], 4],
      ['and only the oldest root is trusted', [], [root('X1')], 5],
      ['and both old roots are trusted', [], [root('X1'), root('X2')], undefined],
      ['and all are trusted', [], [root('X1'), root('X2'), root('YE')], undefined],
      ['and none is trusted', ['unknown-issuer'], [root('R')], undefined],
    ] as const
  ).map(([name, codes, roots, length]) =>
    row(
      `a new root is cross-signed, ${name}`,
      codes,
      given(leaf('YE1'), [issuer('YE1', 'YE'), issuer('YE', 'X2'), issuer('X2', 'X1')], [...roots]),
      length === undefined ? {} : { length },
    ),
  ),
  row(
    'a new root that no store has, and without its cross-signature',
    ['unknown-issuer'],
    given(leaf('YE1'), [issuer('YE1', 'YE')], [root('X1'), root('X2')]),
  ),
  row(
    'a new root that is served as its own signature',
    ['unknown-issuer'],
    given(leaf('YE1'), [issuer('YE1', 'YE'), root('YE')], [root('X1'), root('X2')]),
  ),
  row(
    'a new root that is served both ways',
    [],
    given(leaf('YE1'), [issuer('YE1', 'YE'), root('YE'), issuer('YE', 'X2')], [root('X2')]),
    { length: 4, differs: noWayBack },
  ),

  row('self-signed', ['self-signed'], given(selfSigned(), [], [root('R')])),
  row(
    'self-signed, as an authority',
    ['self-signed'],
    given(selfSigned(add(write.basicConstraints(true))), [], [root('R')]),
  ),
  row('self-signed and trusted, as an authority', ['profile'], given(trustedAuthority, [], [trustedAuthority]), {
    differs: 'Firefox refuses authorities as servers, openssl does not',
  }),
  row('self-signed and expired', ['expired', 'self-signed'], given(selfSigned(past), [], [root('R')])),
  row(
    'self-signed for another host',
    ['name-mismatch', 'self-signed'],
    given(selfSigned(), [], [root('R')], { host: 'other.example.com' }),
  ),
  row('self-signed and served twice', ['self-signed'], given(selfSigned(), [selfSigned()], [root('R')])),
  row('self-signed and trusted', [], given(trusted, [], [trusted]), { length: 1 }),
  row('self-signed with SHA-1', ['self-signed'], given(selfSigned(put({ hash: 'sha1' })), [], [root('R')])),
  row(
    'self-issued by another key',
    ['unknown-issuer'],
    given(make(leafContent(own), put({ subject: odd.nameOfPairs([own]) }), signedBy('CN=hidden')), [], [root('R')]),
  ),
  row('no issuer', ['unknown-issuer'], given(leaf('I'), [], [root('R')])),
  row('an intermediate is missing', ['unknown-issuer'], given(leaf('J'), [issuer('J', 'I')], [root('R')])),
  row('a root that nobody trusts', ['unknown-issuer'], given(leaf('I'), [issuer('I', 'S')], [root('R')])),
  row(
    'a root that nobody trusts is served',
    ['unknown-issuer'],
    given(leaf('I'), [issuer('I', 'S'), root('S')], [root('R')]),
  ),
  row(
    'a root that nobody trusts, of the name of one that is trusted',
    ['unknown-issuer'],
    given(
      make(leafContent('CN=R'), signedBy('CN=False')),
      [make(rootContent('CN=R'), keyOf('CN=False'), signedBy('CN=False'))],
      [root('R')],
    ),
  ),
  row(
    'a forged issuer of the name of a trusted root',
    ['unknown-issuer'],
    given(make(leafContent('CN=R'), signedBy('CN=False')), [], [root('R')]),
  ),
  row(
    'a forged issuer without key identifiers',
    ['bad-signature', 'strict-profile'],
    given(make(leafContent('CN=R'), signedBy('CN=False'), drop('2.5.29.35')), [], [root('R')]),
  ),
  row('no roots at all', ['unknown-issuer'], given(leaf('I'), [issuer('I', 'R'), root('R')], [])),
  row('an intermediate is trusted', [], given(leaf('I'), [root('R')], [issuer('I', 'R')]), {
    length: 2,
    differs: 'openssl wants -partial_chain for it',
  }),
  row(
    'out of order',
    [],
    given(leaf('K'), [root('R'), issuer('J', 'I'), issuer('K', 'J'), issuer('I', 'R')], [root('R')]),
    { length: 5 },
  ),
  row(
    'unrelated certificates among them',
    [],
    given(leaf('I'), [issuer('X', 'Y'), root('Z'), issuer('I', 'R')], [root('R')]),
    {
      length: 3,
    },
  ),
  row('the same served twice', [], given(leaf('I'), [issuer('I', 'R'), issuer('I', 'R')], [root('R')])),
  row('the leaf among them', [], given(leaf('I'), [leaf('I'), issuer('I', 'R')], [root('R')])),
  row(
    'a wrong key identifier is a hint',
    [],
    given(
      make(leafContent('CN=I'), change(write.authorityKeyId(rootContent('CN=Z').spki))),
      [issuer('I', 'R')],
      [root('R')],
    ),
    { differs: 'openssl takes the identifier for binding' },
  ),

  row('an expired twin first', [], given(leaf('I'), [issuer('I', 'R', past), issuer('I', 'R')], [root('R')])),
  row('an expired twin last', [], given(leaf('I'), [issuer('I', 'R'), issuer('I', 'R', past)], [root('R')])),
  row('an expired twin only', ['expired'], given(leaf('I'), [issuer('I', 'R', past)], [root('R')])),
  row(
    'two expired twins',
    ['expired'],
    given(leaf('I'), [issuer('I', 'R', past), issuer('I', 'R', past, limit(0))], [root('R')]),
  ),
  row(
    'an expired root, and the trusted one cross-signed by it',
    [],
    given(leaf('I'), [issuer('I', 'R'), make(issuerContent('CN=R', 'CN=Old'), past)], [root('R'), root('Old', past)]),
    { length: 3 },
  ),
  row('a cross-sign by a trusted root', [], given(leaf('I'), [issuer('I', 'New'), issuer('New', 'R')], [root('R')]), {
    length: 4,
  }),
  row(
    'two trusted roots, one expired',
    [],
    given(leaf('I'), [issuer('I', 'R1', past), issuer('I', 'R2')], [root('R1'), root('R2')]),
  ),
  row(
    'constraints forbid one of two ways',
    [],
    given(
      leaf('I'),
      [
        issuer('A', 'R1', constrain(undefined, ['dns:forbidden.example.com'])),
        issuer('I', 'A', names('dns:forbidden.example.com')),
        issuer('I', 'R2', names('dns:other.example.com')),
      ],
      [root('R1'), root('R2')],
    ),
    { differs: noWayBack },
  ),
  row(
    'a way without a root beside one under constraints',
    [],
    given(
      leaf('I'),
      [
        issuer('A', 'R', constrain(['dns:example.com'])),
        issuer('I', 'Gone', names('dns:forbidden.example.org')),
        issuer('I', 'A'),
      ],
      [root('R')],
    ),
    { differs: noWayBack },
  ),
  ...figureRows,
  row(
    'two authorities that sign each other',
    ['unknown-issuer'],
    given(leaf('A'), [issuer('A', 'B'), issuer('B', 'A')], [root('R')]),
  ),
  row(
    'one name with two keys that sign each other',
    ['unknown-issuer'],
    given(
      make(leafContent('CN=A'), signedBy('CN=A1')),
      [
        make(issuerContent('CN=A', 'CN=A'), keyOf('CN=A1'), signedBy('CN=A2')),
        make(issuerContent('CN=A', 'CN=A'), keyOf('CN=A2'), signedBy('CN=A1')),
      ],
      [root('R')],
    ),
  ),
  row(
    'loops beside the way to the root',
    [],
    given(
      leaf('A1'),
      [
        issuer('A1', 'A'),
        ...['A-B', 'A-C', 'B-A', 'B-C', 'C-A', 'C-B'].map((edge) => issuer(edge.slice(0, 1), edge.slice(2))),
        issuer('B1', 'B'),
        issuer('C1', 'C'),
      ],
      [root('A')],
    ),
    { length: 3 },
  ),
  row('ten issuers in a row', [], limits(...Array.from({ length: 10 }, () => null)), { length: 12 }),
  row('eleven issuers in a row', ['unknown-issuer'], limits(...Array.from({ length: 11 }, () => null)), {
    differs: 'openssl goes further',
  }),
];
