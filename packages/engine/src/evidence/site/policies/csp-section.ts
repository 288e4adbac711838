import type { Section, SectionStatus, SectionTable, Tone } from '@perimeter/contract/section';
import type { AskedQuestion } from '@perimeter/protocols/http/csp/attack';
import type { QuestionGroup } from '@perimeter/protocols/http/csp/questions.data';
import type { DirectiveVerdict, JudgedDirective } from '@perimeter/protocols/http/csp/verdict';
import type { JudgedDocument } from '@perimeter/protocols/http/policies/judged-document';
import { ignoredWords, levelWords, questionWords, weakWords } from '@perimeter/protocols/http/csp/verdict-words.data';
import type { SomeEvidence } from '../../evidence.ts';
import { filled, state, tableOf } from '../../section.ts';
import { type CspDocument, cspOf } from './csp.ts';

/** Hosts with ways around a list of hosts that a table names. */
const maxBypasses = 20;

/** What an open question means: foreign code runs, the page can be bent, or little is lost. */
const groupTones: Readonly<Record<QuestionGroup, Tone>> = {
  inline: 'bad',
  hosts: 'bad',
  compile: 'fair',
  structure: 'fair',
  cleartext: 'fair',
  style: 'neutral',
  leak: 'neutral',
  sinks: 'neutral',
};

const toneOrder: readonly Tone[] = ['bad', 'fair', 'neutral', 'good'];

const levelTones: Readonly<Record<JudgedDocument['level'], Tone>> = {
  none: 'bad',
  'report-only': 'bad',
  hosts: 'fair',
  'nonce-hash': 'good',
  strict: 'good',
  'strict-trusted-types': 'good',
};

/** What lets an attack through: the directives that allow it, or that none speaks of it. */
const allowedBy = ({ answers }: Pick<AskedQuestion, 'answers'>): string =>
  [
    ...new Set(
      answers.flatMap(({ directive, source }) => (directive === null ? [] : [`${directive} ${source ?? ''}`.trim()])),
    ),
  ].join('; ') || 'no directive restricts it';

/** Whether X-Frame-Options does what no frame-ancestors does. */
const isFramingKept = ({ judged: { framing } }: CspDocument): boolean => framing.decidedBy === 'x-frame-options';

type OpenRow = readonly [attack: string, allowedBy: string, tone: Tone];

function openRows(csp: CspDocument): OpenRow[] {
  const { questions, bypasses } = csp.judged.attack;
  const rows = questions
    .filter(({ open }) => open)
    .map((one): OpenRow => [questionWords[one.id], allowedBy(one), groupTones[one.group]]);
  const around = bypasses.map(({ row, answers }): OpenRow => [
    `Load a script through ${row.host}`,
    allowedBy({ answers }),
    'fair',
  ]);
  const distinct = new Map([...rows, ...around.slice(0, maxBypasses)].map((row) => [row.join('\n'), row]));
  return [...distinct.values()].toSorted(([, , a], [, , b]) => toneOrder.indexOf(a) - toneOrder.indexOf(b));
}

function openTable(csp: CspDocument): SectionTable {
  const { questions } = csp.judged.attack;
  const closed = questions.filter(({ open }) => !open).length;
  return tableOf(
    'Attacks that the policies leave open',
    [
      ['Attack', 'status'],
      ['Allowed by', 'code'],
    ],
    openRows(csp).map(([attack, by, tone]) => [state(tone, attack), by]),
    `${closed} of ${questions.length} tested attacks are blocked by the policies.`,
  );
}

const words = <Code extends string>(codes: readonly Code[], texts: Readonly<Record<Code, string>>): string =>
  codes.map((code) => texts[code]).join(', ');

/** A verdict in words. */
function verdictCell(judged: DirectiveVerdict): SectionStatus {
  switch (judged.verdict) {
    case 'holds':
      return state('good', judged.notes.length === 0 ? 'holds' : `holds (${words(judged.notes, ignoredWords)})`);
    case 'weak':
      return state('fair', `weak: ${words(judged.why, weakWords)}`);
    case 'ignored':
      return state('neutral', `ignored: ${ignoredWords[judged.why]}`);
    case 'broken':
      return state('bad', "broken: 'strict-dynamic' without nonce or hash blocks all scripts");
    case 'absent':
      return judged.fallsBackTo === null
        ? state('fair', 'absent: not restricted')
        : state('neutral', `absent: ${judged.fallsBackTo} applies`);
  }
}

/** Names each policy by where it stands, with a number where there are several of a kind. */
function sourceNames({ policies }: JudgedDocument): string[] {
  const names = { header: 'header', meta: 'meta element', 'report-only': 'report-only header' } as const;
  return policies.map(({ delivery }, index) => {
    const alike = policies.flatMap((other, at) => (other.delivery === delivery ? [at] : []));
    return alike.length === 1 ? names[delivery] : `${names[delivery]} ${alike.indexOf(index) + 1}`;
  });
}

function directiveTable(caption: string, csp: CspDocument, rows: readonly JudgedDirective[]): SectionTable {
  const names = sourceNames(csp.judged);
  const isKept = isFramingKept(csp);
  return tableOf(
    caption,
    [
      ['Directive', 'code'],
      ['Result', 'status'],
      ['Sources', 'code'],
      ['Policy', 'text'],
    ],
    rows.map(({ policy, name, value, judged: verdict }) => [
      name,
      name === 'frame-ancestors' && verdict.verdict === 'absent' && isKept
        ? state('neutral', 'absent: X-Frame-Options applies')
        : verdictCell(verdict),
      value,
      policy === null ? null : (names[policy] ?? null),
    ]),
  );
}

/** The Content Security Policies of the final document: what they leave open first, then each directive. */
export function cspSection(evidence: SomeEvidence): Section | null {
  const csp = cspOf(evidence);
  if (csp === null) return null;
  const { policies, directives, level } = csp.judged;
  const reportOnly = new Set(policies.flatMap(({ delivery }, index) => (delivery === 'report-only' ? [index] : [])));
  const isReported = ({ policy }: JudgedDirective): boolean => policy !== null && reportOnly.has(policy);
  const enforced = policies.length - reportOnly.size;
  const overview = tableOf(
    'Protection',
    [
      ['Level', 'status'],
      ['Enforced policies', 'number'],
      ['Report-only policies', 'number'],
    ],
    [[state(levelTones[level], levelWords[level]), enforced, reportOnly.size]],
  );
  const of = (caption: string, rows: readonly JudgedDirective[]): SectionTable => directiveTable(caption, csp, rows);
  // Without a policy everything is open, and nothing is left to tell.
  const restricting = directives.filter((one) => !isReported(one));
  const details = enforced === 0 ? [] : [openTable(csp), of('Directives', restricting)];
  return {
    id: 'csp',
    title: 'Content Security Policy',
    tables: filled(overview, ...details, of('Directives of report-only policies', directives.filter(isReported))),
    figures: [],
  };
}
