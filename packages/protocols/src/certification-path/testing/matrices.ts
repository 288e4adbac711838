import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ParsedCertificate, parseCertificate } from '../../x509/certificate.ts';
import { sentenceOf } from '../problems.ts';
import { findPath } from '../path.ts';
import * as write from '../../x509/testing/certificate-writer.ts';
import {
  add,
  change,
  constrain,
  drop,
  type Edit,
  issuerContent,
  leafContent,
  make,
  names,
  now,
  put,
  rootContent,
  subject,
} from './chain.ts';
import { timeOf } from '../../x509/testing/odd-values.ts';
import { verifyForTests } from './verify.ts';

const parsed = (content: write.Content, ...edits: readonly Edit[]): ParsedCertificate =>
  parseCertificate(make(content, ...edits));

interface Given {
  leaf: ParsedCertificate;
  intermediates: readonly ParsedCertificate[];
  root: ParsedCertificate;
  host: string;
}

const judge = ({ leaf, intermediates, root, host }: Given) =>
  findPath({ leaf, intermediates, roots: [root], host, atSeconds: Date.parse(now) / 1000, verify: verifyForTests });

/** A value of the names matrix: the requested host, another one, or absent. */
const values = ['none', 'asked', 'other'] as const;
type Value = (typeof values)[number];

const kinds = {
  dns: { asked: 'test.localhost', other: 'bad.example.com', around: 'dns:localhost', elsewhere: 'dns:example.com' },
  ip: { asked: '127.0.0.1', other: '1.1.1.1', around: 'hex-ip:7f000000ffffff00', elsewhere: 'hex-ip:01010100ffffff00' },
} as const;
type Kind = keyof typeof kinds;

const subtree = (kind: Kind, value: Value): string[] =>
  value === 'none' ? [] : [value === 'asked' ? kinds[kind].around : kinds[kind].elsewhere];

const product = <A, B>(left: readonly A[], right: readonly B[]): [A, B][] =>
  left.flatMap((a) => right.map((b): [A, B] => [a, b]));

const pairs = product(values, values);

/** What an issuer permits and excludes of two kinds of names. */
export interface TwoConstraints {
  dns: { permitted: Value; excluded: Value };
  ip: { permitted: Value; excluded: Value };
}

/** All 81 of them. */
export const allConstraints: readonly TwoConstraints[] = product(pairs, pairs).map(
  ([[dnsIn, dnsOut], [ipIn, ipOut]]) => ({
    dns: { permitted: dnsIn, excluded: dnsOut },
    ip: { permitted: ipIn, excluded: ipOut },
  }),
);

/** No common name, and one of each kind and value. */
export const allCommonNames: readonly (string | null)[] = [
  null,
  ...product(['dns', 'ip'] as const, ['asked', 'other'] as const).map(([kind, value]) => kinds[kind][value]),
];

/** A name is rejected where it is excluded, and where only other subtrees of its type are permitted. */
const isRefused = (name: Value, { permitted, excluded }: TwoConstraints['dns']): boolean =>
  name !== 'none' && (excluded === name || (permitted !== 'none' && permitted !== name));

const list = (all: readonly string[]): readonly string[] | undefined => (all.length === 0 ? undefined : all);

function constrained({ dns, ip }: TwoConstraints): ParsedCertificate {
  const permitted = list([...subtree('dns', dns.permitted), ...subtree('ip', ip.permitted)]);
  const excluded = list([...subtree('dns', dns.excluded), ...subtree('ip', ip.excluded)]);
  const edits = permitted === undefined && excluded === undefined ? [] : [constrain(permitted, excluded)];
  return parsed(issuerContent('CN=ICA', 'CN=Local'), ...edits);
}

function named(commonName: string | null, dns: Value, ip: Value): ParsedCertificate {
  const sans = [...(dns === 'none' ? [] : [`dns:${kinds.dns[dns]}`]), ...(ip === 'none' ? [] : [`ip:${kinds.ip[ip]}`])];
  return parsed(
    leafContent('CN=ICA'),
    subject('O=Test', ...(commonName === null ? [] : [`CN=${commonName}`])),
    sans.length === 0 ? drop('2.5.29.17') : names(...sans),
  );
}

/** Judges every pair of names in a leaf against these constraints and common names, for a host of each kind. */
export function testNames(constraints: readonly TwoConstraints[], commonNames: readonly (string | null)[]): void {
  const combinations = constraints.length * commonNames.length * pairs.length * 2;
  test(`names and constraints of two kinds in ${combinations} combinations: the common name never counts, and each kind is bound only by its own`, () => {
    const root = parsed(rootContent('CN=Root'));
    const local = parsed(issuerContent('CN=Local', 'CN=Root'));
    const issuers = constraints.map((one) => ({ one, certificate: constrained(one) }));
    for (const [commonName, [dns, ip]] of product(commonNames, pairs)) {
      const leaf = named(commonName, dns, ip);
      for (const [{ one, certificate }, asked] of product(issuers, ['dns', 'ip'] as const)) {
        const host = kinds[asked].asked;
        const { trusted, problems } = judge({ leaf, intermediates: [certificate, local], root, host });
        const holds = (asked === 'dns' ? dns : ip) === 'asked' && !isRefused(dns, one.dns) && !isRefused(ip, one.ip);
        const about = `CN ${commonName}, dNSName ${dns}, iPAddress ${ip}, asked for ${host}: ${JSON.stringify(one)}`;
        assert.equal(
          trusted,
          holds,
          `${about}\n${problems.map((problem) => `${problem.code}: ${sentenceOf(problem)}`).join('\n')}`,
        );
      }
    }
  });
}

/** Faults that exclude an edge of a graph from paths. */
const faults: Readonly<Record<string, Edit>> = {
  expired: put({ notAfter: timeOf('2026-11-21T11:00:00Z') }),
  constrained: constrain(['dns:bad.example.com']),
  forMail: add(write.extendedKeyUsage('1.3.6.1.5.5.7.3.4')),
  withoutConstraints: drop('2.5.29.19'),
  noAuthority: change(write.basicConstraints(false)),
  sha1: put({ hash: 'sha1' }),
};

/** From issuer to subject; the leaf is EE. */
type Edge = readonly [by: string, to: string];

const edges = (text: string): Edge[] =>
  text
    .trim()
    .split(/\s+/u)
    .map((edge): Edge => [edge.split('>')[0] ?? '', edge.split('>')[1] ?? '']);

/** The graphs of RFC 4158 sections 2.3 and 2.4, and two roots over one issuer. */
const graphs: Readonly<Record<string, { all: readonly Edge[]; anchors: readonly string[] }>> = {
  'two roots': { all: edges('I>EE R1>I R2>I'), anchors: ['R1', 'R2'] },
  'figure 7': { all: edges('B>EE C>B A>B C>A A>C T>C T>A'), anchors: ['T'] },
  'bridge of four authorities': {
    all: edges(`F>H F>G G>F H>I I>H G>I W>F W>G J>K N>EE L>N L>M X>J X>L B>E B>D A>B C>B A>C C>A Y>A Y>C
      R>S O>R O>Q P>S Z>O Z>P W>Br Br>W X>Br Br>X Y>Br Br>Y Z>Br Br>Z`),
    anchors: ['W', 'X', 'Y', 'Z'],
  },
};

const made = new Map<string, ParsedCertificate>();

function edgeOf([by, to]: Edge, fault: string | null): ParsedCertificate {
  const key = `${by}>${to} ${fault}`;
  const content = to === 'EE' ? leafContent(`CN=${by}`) : issuerContent(`CN=${to}`, `CN=${by}`);
  const certificate =
    made.get(key) ??
    parsed(content, ...(to === 'EE' ? [names('dns:localhost')] : []), faults[fault ?? ''] ?? ((c) => c));
  made.set(key, certificate);
  return certificate;
}

function reaches(all: readonly Edge[], anchor: string): boolean {
  const found = new Set([anchor]);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const [by, to] of all) if (found.has(by)) found.add(to);
  }
  return found.has('EE');
}

/** Up to this many sets of edges: all if there are few, else a fixed pseudo-random selection. */
function subsets(all: readonly Edge[], max: number): Edge[][] {
  const exact = 2 ** all.length <= max;
  let state = 1;
  const next = (): number => (state = (state * 48271) % 0x7fff_ffff);
  return Array.from({ length: exact ? 2 ** all.length : max }, (_, index) =>
    all.filter((_edge, bit) => (exact ? ((index >> bit) & 1) === 1 : next() % 8 === 0)),
  );
}

/** Judges the graphs with each fault in up to this many sets of edges. */
export function testGraphs(most: number): void {
  for (const [name, { all, anchors }] of Object.entries(graphs))
    for (const [fault, anchor] of product(Object.keys(faults), anchors))
      test(`${name} from ${anchor}: edges that are ${fault} are not used, and all other paths are found`, () => {
        const inner = all.filter(([, to]) => to !== 'EE');
        const [last] = all.filter(([, to]) => to === 'EE');
        assert.ok(last);
        const root = parsed(rootContent(`CN=${anchor}`));
        for (const faulty of subsets(inner, most)) {
          const intermediates = inner.map((edge) => edgeOf(edge, faulty.includes(edge) ? fault : null));
          const { trusted, problems } = judge({ leaf: edgeOf(last, null), intermediates, root, host: 'localhost' });
          const good = all.filter((edge) => !faulty.includes(edge));
          const said = problems.map((problem) => `${problem.code}: ${sentenceOf(problem)}`).join('\n');
          assert.equal(trusted, reaches(good, anchor), `${faulty.map((edge) => edge.join('>')).join(' ')}\n${said}`);
        }
      });
}
