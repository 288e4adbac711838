import type { Section, SectionCell, SectionTable } from '@perimeter/contract/section';
import { failureText } from '../failure-text.ts';
import type { Observed } from '../observed.ts';
import { filled, state, tableOf } from '../section.ts';
import type { AskedHost, HostAnswer, NamesEvidence, ServiceAlias } from './schema.ts';
import { takeoverState, type TakeoverState } from './takeover.ts';
import { nameState, nameTree } from './tree.ts';

const sourceWords: Readonly<Record<NamesEvidence['inventory'][number]['sources'][number], string>> = {
  target: 'audited',
  san: 'certificate',
  cname: 'CNAME',
  ns: 'NS',
  mx: 'MX',
  spf: 'SPF',
  dmarc: 'DMARC',
  srv: 'SRV',
  csp: 'CSP',
  page: 'page',
  list: 'common name',
  nsec: 'NSEC',
  wildcard: 'wildcard record',
};

function nameTable(names: NamesEvidence): SectionTable {
  const { asked, unanswered } = names.listed;
  const gap = unanswered === 0 ? '' : `, ${unanswered} of them without an answer`;
  const left = names.notKept === 0 ? '' : ` ${names.notKept} further names were not looked up.`;
  return tableOf(
    'Names',
    [
      ['Name', 'code'],
      ['Leads to', 'code'],
      ['Seen in', 'text'],
      ['State', 'status'],
    ],
    names.inventory.map((known) => {
      const { tone, text } = nameState(names, known);
      const end = known.aliases.at(-1) ?? known.addresses.map(({ address }) => address).join(', ');
      const words = known.sources.map((source) => sourceWords[source]).join(', ');
      return [known.name, end === '' ? null : end, words, state(tone, known.wildcard ? `${text} (wildcard)` : text)];
    }),
    `${asked} common names were looked up${gap}.${left}`,
  );
}

const stateWords: Readonly<Record<TakeoverState, readonly ['good' | 'fair' | 'bad' | 'neutral', string]>> = {
  claimable: ['bad', 'unclaimed: can be taken over'],
  conditional: ['bad', 'unclaimed: may be taken over'],
  kept: ['neutral', 'unclaimed, not claimable'],
  claimed: ['good', 'claimed'],
  missing: ['fair', 'does not exist'],
  open: ['neutral', 'inconclusive'],
};

const stateCell = (one: ServiceAlias) => {
  const [tone, text] = stateWords[takeoverState(one)];
  return state(tone, text);
};

const serviceTable = (names: NamesEvidence): SectionTable =>
  tableOf(
    'Aliases into services',
    [
      ['Name', 'code'],
      ['Service', 'text'],
      ['Alias', 'code'],
      ['State', 'status'],
    ],
    names.services.map((one) => [one.name, one.service, one.target, stateCell(one)]),
    `Services of the list ${names.takeoverList.name}, ${names.takeoverList.date}.`,
  );

const registrationWords = {
  registered: ['good', 'registered'],
  unregistered: ['bad', 'not registered'],
  unknown: ['neutral', 'unknown'],
  unregistrable: ['neutral', 'cannot be registered'],
} as const;
/** The record types of the kinds of references. */
export const referenceTypes = { cname: 'CNAME', acme: 'CNAME', mx: 'MX', srv: 'SRV', ns: 'NS' } as const;

const referenceTable = ({ references }: NamesEvidence): SectionTable =>
  tableOf(
    'Referenced domains',
    [
      ['Domain', 'code'],
      ['Referenced by', 'text'],
      ['State', 'status'],
    ],
    references.map(({ registration: { domain, status }, usedBy }) => [
      domain,
      [...new Set(usedBy.map(({ kind, name }) => `${referenceTypes[kind]} of ${name}`))].slice(0, 4).join(', '),
      state(registrationWords[status][0], registrationWords[status][1]),
    ]),
  );

const answerCell = (answer: Observed<HostAnswer>): SectionCell => {
  if (!answer.known) return failureText(answer.failure);
  const { status, title, location } = answer.value;
  return [String(status), location === null ? (title ?? '') : `→ ${location}`].join(' ').trim();
};

const hostTable = ({ hosts, hostsLeft }: NamesEvidence): SectionTable =>
  tableOf(
    'Hosts',
    [
      ['Host', 'code'],
      ['http', 'text'],
      ['https', 'text'],
      ['Certificate', 'status'],
    ],
    hosts.map((host: AskedHost) => [
      host.name,
      answerCell(host.http),
      answerCell(host.https),
      host.tls === null
        ? null
        : host.tls.authorized
          ? state('good', 'valid')
          : state('bad', `invalid (${host.tls.problem ?? 'not verified'})`),
    ]),
    hostsLeft === 0 ? null : `${hostsLeft} further hosts were not requested.`,
  );

/** Names below the domain, where they lead, and whether that is somebody's; null where none was looked for. */
export function namesSection({ names }: { names?: NamesEvidence | undefined }): Section | null {
  if (names === undefined || names.base === null) return null;
  const tree = nameTree(names);
  return {
    id: 'names',
    title: 'Subdomains',
    tables: filled(nameTable(names), serviceTable(names), referenceTable(names), hostTable(names)),
    figures: tree === null ? [] : [{ caption: 'Names below the domain', scene: tree }],
  };
}
