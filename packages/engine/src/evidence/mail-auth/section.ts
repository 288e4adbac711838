import type { Scene, Section, SectionCell, SectionTable, Tone } from '@perimeter/contract/section';
import { countsOf } from '@perimeter/protocols/spf/survey-tree';
import { spfLimits } from '@perimeter/protocols/spf/lookup';
import { failureText } from '../failure-text.ts';
import { filled, state, tableOf } from '../section.ts';
import { dkimKeyText } from './key-text.ts';
import { discoveryOf, policySentences } from './policy.ts';
import { providersDate } from './providers.data.ts';
import { providersOf } from './providers.ts';
import type { MailAuthEvidence } from './schema.ts';
import { countText, problemText, type SpfLine, spfLines } from './spf-lines.ts';
import type { TextAnswer } from './text-answer.ts';

const shownStatus: Readonly<Record<TextAnswer['status'], string>> = {
  answer: 'answered',
  nodata: 'no TXT record',
  nxdomain: 'NXDOMAIN',
  failed: 'lookup failed',
};

const answerText = ({ status, failure }: TextAnswer): string =>
  failure === undefined ? shownStatus[status] : failureText(failure);

function toneOf({ problem, count, dynamic }: SpfLine): Tone {
  if (problem?.kind === 'unanswered' || problem?.kind === 'capped') return 'fair';
  if (problem !== null || count > spfLimits.lookups) return 'bad';
  return dynamic ? 'fair' : 'good';
}

const stateText = ({ problem, dynamic, count }: SpfLine): string => {
  if (problem !== null) return problemText(problem);
  if (count > spfLimits.lookups) return 'beyond the limit';
  return dynamic ? 'depends on the message' : 'resolved';
};

const indented = ({ depth, text }: SpfLine): string => `${'· '.repeat(depth)}${text}`;

function spfTable({ spf }: MailAuthEvidence): SectionTable {
  const counts = countsOf(spf.tree);
  return tableOf(
    `SPF: ${countText(counts.lookups, counts.complete)} DNS lookups`,
    [
      ['Term', 'code'],
      ['Lookups so far', 'text'],
      ['State', 'status'],
      ['Record', 'code'],
    ],
    spf.tree.text === null && spf.tree.problem === null
      ? []
      : spfLines(spf.tree).map((line) => [
          indented(line),
          countText(line.count),
          state(toneOf(line), stateText(line)),
          line.record,
        ]),
  );
}

/** The records of an SPF tree as boxes, each with its running count; terms without a record are details of their record. */
function spfScene(lines: readonly SpfLine[]): Scene {
  const boxes = lines.filter(({ record, problem, parent }) => parent === null || record !== null || problem !== null);
  const termsBelow = (id: string): SpfLine[] => lines.filter((line) => line.parent === id && !boxes.includes(line));
  return {
    nodes: boxes.map((line) => ({
      id: line.id,
      label: line.text.replace(/^[+?~-]?(?:include:|redirect=)/i, ''),
      details: [
        countText(termsBelow(line.id).at(-1)?.count ?? line.count),
        ...(line.problem === null ? [] : [problemText(line.problem)]),
        ...termsBelow(line.id).map(({ text }) => text),
      ],
      tone: toneOf(line),
    })),
    edges: boxes.flatMap((line) =>
      line.parent === null
        ? []
        : [
            {
              from: line.parent,
              to: line.id,
              label: /redirect=/i.test(line.text) ? 'redirect' : null,
              tone: toneOf(line),
            },
          ],
    ),
  };
}

const dmarcRows = ({ dmarc }: MailAuthEvidence): SectionCell[][] =>
  dmarc.walk.flatMap(({ answer }) => {
    const status = state(answer.status === 'failed' ? 'fair' : 'neutral', answerText(answer));
    return answer.texts.length === 0
      ? [[answer.name, status, null]]
      : answer.texts.map((text): SectionCell[] => [answer.name, status, text]);
  });

const dkimRows = ({ dkim }: MailAuthEvidence): SectionCell[][] =>
  dkim.selectors.flatMap(({ selector, answer }) =>
    (answer.texts.length === 0 ? [null] : answer.texts).map((text) => [
      selector,
      text === null ? answerText(answer) : dkimKeyText(text),
      answer.aliases.length === 0 ? null : answer.aliases.join(' → '),
    ]),
  );

const reportRows = ({ destinations }: MailAuthEvidence): SectionCell[][] =>
  destinations.map(({ tag, uri, external, authorisation }) => [
    tag === 'tls' ? 'TLS-RPT rua' : `DMARC ${tag}`,
    uri,
    !external ? 'own organization' : authorisation === null ? null : answerText(authorisation),
  ]);

/** E-mail authentication: who may send, what becomes of forgeries, which keys sign, and where reports go. */
export function mailAuthSection({ mailAuth }: { mailAuth?: MailAuthEvidence | undefined }): Section | null {
  if (mailAuth === undefined) return null;
  const lines = spfLines(mailAuth.spf.tree);
  const providers = providersOf(mailAuth).map(({ name }) => name);
  return {
    id: 'mailAuth',
    title: 'E-mail authentication',
    tables: filled(
      tableOf(
        'DMARC policy',
        [['What happens to forged mail', 'text']],
        policySentences(discoveryOf(mailAuth)).map((sentence) => [sentence]),
      ),
      spfTable(mailAuth),
      tableOf(
        'DMARC records from the domain upward',
        [
          ['Name', 'code'],
          ['Answer', 'status'],
          ['Record', 'code'],
        ],
        dmarcRows(mailAuth),
      ),
      tableOf(
        'DKIM selectors',
        [
          ['Selector', 'code'],
          ['Key', 'text'],
          ['Alias', 'code'],
        ],
        dkimRows(mailAuth),
        `${mailAuth.dkim.asked.length} selectors tested.${providers.length === 0 ? '' : ` Providers recognized (list of ${providersDate}): ${providers.join(', ')}.`}`,
      ),
      tableOf(
        'Report addresses',
        [
          ['Tag', 'text'],
          ['Address', 'code'],
          ['Consent of the receiver', 'text'],
        ],
        reportRows(mailAuth),
      ),
    ),
    figures: lines.length < 2 ? [] : [{ caption: 'SPF records and their DNS lookups', scene: spfScene(lines) }],
  };
}
