import type { CertificatesArguments } from '../../certificates-arguments.ts';
import type { ChainProblem, JudgedCertificate } from '@perimeter/engine/pki/judge-chain';
import { createScreen, heading, paragraph, type Screen, type TerminalOptions } from '@perimeter/report/terminal/screen';
import { type Line, renderLines } from '@perimeter/report/terminal/style';

/** The verdict on a chain, with its facts; the output of `--format json`. */
export interface ChainVerdict {
  /** null: any host. */
  host: string | null;
  purpose: CertificatesArguments['purpose'];
  /** RFC 3339. */
  at: string;
  /** Date of the list of public roots; null with custom roots. */
  rootsDate: string | null;
  profile: CertificatesArguments['profile'];
  /** The verdict of the selected profile. */
  trusted: boolean;
  /** browser: only problems with the codes strict-profile and revocation-unknown; strict: no problem. */
  trustedBy: { browser: boolean; strict: boolean };
  /** SHA-256 of each certificate from leaf to root; empty without a path. */
  path: string[];
  problems: ChainProblem[];
  /** All certificates of the file in its order, and the root of the path. */
  certificates: JudgedCertificate[];
}

/** Shown instead of a host for other purposes. */
const anyHost = { server: 'for servers', client: 'for clients', email: 'for e-mail', any: 'for any purpose' } as const;

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function titleOf({ subject, malformed, sha256 }: JudgedCertificate): string {
  if (malformed !== null) return `unreadable certificate ${sha256.slice(0, 16)}`;
  return subject === '' ? `certificate ${sha256.slice(0, 16)} without a subject` : subject;
}

function wordsOf({ trustedBy: { browser, strict } }: ChainVerdict): string {
  if (strict) return 'the chain is valid';
  return browser ? 'the chain is valid for browsers, but not for strict verifiers' : 'the chain is not valid';
}

function verdictLines(screen: Screen, chain: ChainVerdict): Line[] {
  const { trusted, host, at, rootsDate, purpose } = chain;
  const sign = trusted ? screen.symbols.good : screen.symbols.severity.critical;
  const verdict = wordsOf(chain);
  const against = rootsDate === null ? 'the given roots' : `the public roots of ${rootsDate}`;
  return [
    ...paragraph(screen, screen.clean(`${host ?? anyHost[purpose]}: ${verdict}`), {
      indent: 2,
      lead: [`${sign} `, trusted ? 'good' : 'bad'],
      style: 'bold',
    }),
    ...paragraph(screen, `validated as of ${at} with ${against}`, { style: 'dim' }),
  ];
}

function certificateLines(screen: Screen, facts: JudgedCertificate, lead: string): Line[] {
  const { malformed, key, signature, notBefore, notAfter, source } = facts;
  const what =
    malformed ??
    `${source === 'root' ? 'root' : 'in the file'}, ${dayOf(notBefore)} to ${dayOf(notAfter)}, ${key.algorithm} ${key.curve ?? key.bits ?? ''}, signed with ${signature.algorithm}`;
  return [
    ...paragraph(screen, screen.clean(titleOf(facts), 200), { indent: 2, lead: [lead, 'dim'] }),
    ...paragraph(screen, screen.clean(what), { indent: 2 + lead.length, style: 'dim' }),
  ];
}

function problemLines(
  screen: Screen,
  { code, certificate, detail }: ChainProblem,
  titles: ReadonlyMap<string, string>,
): Line[] {
  const about = titles.get(certificate ?? '') ?? 'the path';
  return [
    ...paragraph(screen, code, { indent: 2, lead: [`${screen.symbols.severity.critical} `, 'bad'], style: 'bold' }),
    ...paragraph(screen, screen.clean(`${about}: ${detail}`)),
  ];
}

const remarkLines = (screen: Screen, facts: JudgedCertificate): Line[] =>
  facts.remarks.flatMap((remark) =>
    paragraph(screen, screen.clean(`${titleOf(facts)}: ${remark}`), {
      indent: 2,
      lead: [`${screen.symbols.dot} `, 'dim'],
    }),
  );

const section = (screen: Screen, name: string, lines: readonly Line[]): Line[] =>
  lines.length === 0 ? [] : [[], heading(screen, name), ...lines];

/** The verdict as text. */
export function renderVerdict(verdict: ChainVerdict, options: TerminalOptions): string {
  const screen = createScreen(options);
  const byDigest = new Map(verdict.certificates.map((facts) => [facts.sha256, facts]));
  const titles = new Map(verdict.certificates.map((facts) => [facts.sha256, titleOf(facts)]));
  const path = verdict.path.flatMap((sha256) => byDigest.get(sha256) ?? []);
  const unused = verdict.certificates.filter(({ sha256 }) => !verdict.path.includes(sha256));
  const lines = [
    ...verdictLines(screen, verdict),
    ...section(
      screen,
      'Problems',
      verdict.problems.flatMap((problem) => problemLines(screen, problem, titles)),
    ),
    ...section(
      screen,
      'Path',
      path.flatMap((facts, index) => certificateLines(screen, facts, `${index + 1} `)),
    ),
    ...section(
      screen,
      path.length === 0 ? 'Certificates' : 'Not needed',
      unused.flatMap((facts) => certificateLines(screen, facts, '- ')),
    ),
    ...section(
      screen,
      'Remarks',
      verdict.certificates.filter(({ source }) => source !== 'root').flatMap((facts) => remarkLines(screen, facts)),
    ),
  ];
  return renderLines(lines, options.colour);
}
