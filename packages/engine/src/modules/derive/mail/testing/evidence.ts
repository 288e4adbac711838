import { walkNames } from '@perimeter/protocols/dmarc/discover';
import type { SpfLookup } from '@perimeter/protocols/spf/lookup';
import { judgeStrangers } from '@perimeter/protocols/spf/strangers';
import { surveySpf } from '@perimeter/protocols/spf/survey';
import { type Row as RowOf, rowTester } from '../../../../catalogue/testing/rows.ts';
import type { DkimSelector, MailAuthEvidence, MailRoute } from '../../../../evidence/mail-auth/schema.ts';
import type { Registration } from '../../../../evidence/registration.ts';
import type { TextAnswer } from '../../../../evidence/mail-auth/text-answer.ts';
import { netFailed } from '../../../../evidence/observed.ts';
import type { MailEvidence } from '../facts.ts';

const domain = 'site.lab';

/** The answer of a name: values, a negative answer, or none. */
type Values = string | readonly string[] | 'nxdomain' | 'failed';

/** A domain of a test; names are relative to `.site.lab`, the domain itself is `@`. */
export interface MailSketch {
  /** MX hosts; `null`: a null MX; default: one host. */
  mx?: readonly string[] | null | 'failed';
  address?: MailRoute['address'];
  /** TXT values by name. */
  txt?: Readonly<Record<string, Values>>;
  /** Addresses, reverse names, and MX of names that SPF refers to; `*.` stands for all names below a name. */
  a?: Readonly<Record<string, readonly string[]>>;
  aaaa?: Readonly<Record<string, readonly string[]>>;
  ptr?: Readonly<Record<string, readonly string[]>>;
  mxOf?: Readonly<Record<string, readonly string[]>>;
  /** The test for keys: what `_domainkey` and a random selector answer. */
  domainkey?: Values;
  control?: Values;
  selectors?: readonly (Partial<DkimSelector> & { selector: string; text?: Values; aliases?: readonly string[] })[];
  unanswered?: readonly string[];
  references?: MailAuthEvidence['references'];
  destinations?: readonly Partial<MailAuthEvidence['destinations'][number]>[];
  subdomains?: MailAuthEvidence['subdomains'];
  legacy?: Values;
  answerOctets?: number;
}

const failure = netFailed('malformed', 'resolver-status', 'servfail');

/** The answer of a name. */
export function textAnswer(name: string, values: Values = 'nxdomain', aliases: readonly string[] = []): TextAnswer {
  const base = { name, texts: [], aliases: [...aliases] };
  if (values === 'failed') return { ...base, status: 'failed', failure };
  if (values === 'nxdomain') return { ...base, status: 'nxdomain' };
  const texts = [values].flat();
  return { ...base, texts, status: texts.length === 0 ? 'nodata' : 'answer' };
}

const absolute = (name: string): string =>
  name === '@' ? domain : name.endsWith('.') ? name.slice(0, -1) : `${name}.${domain}`;

const byName = <T>(table: Readonly<Record<string, T>> = {}): ReadonlyMap<string, T> =>
  new Map(Object.entries(table).map(([name, values]) => [absolute(name), values]));

function lookupOf({ txt, a, aaaa, mxOf, ptr }: MailSketch): SpfLookup {
  const tables = {
    TXT: byName(txt),
    A: byName(a),
    AAAA: byName(aaaa),
    MX: byName(mxOf),
    PTR: byName(ptr),
  };
  return async (name, type) => {
    const asked = name.toLowerCase();
    const above = [...tables[type].keys()].find((key) => key.startsWith('*.') && asked.endsWith(key.slice(1)));
    const values = tables[type].get(asked) ?? tables[type].get(above ?? '');
    if (values === 'failed') return null;
    return values === undefined || values === 'nxdomain' ? [] : [values].flat();
  };
}

/** Mail routing of a name. */
export function routeOf(mx: MailSketch['mx'] = ['mx.site.lab'], address: MailRoute['address'] = 'yes'): MailRoute {
  if (mx === 'failed') return { status: 'failed', hosts: [], address, failure };
  const hosts = (mx ?? ['']).map((host) => ({ preference: 10, host }));
  return { status: hosts.length === 0 ? 'nodata' : 'answer', hosts, address };
}

/** A foreign domain whose registration is in doubt. */
export const reference = (
  kind: 'spf' | 'dkim' | 'report',
  status: Registration['status'] = 'unregistered',
  proof: Registration['proof'] = 'resolver',
): MailAuthEvidence['references'][number] => ({
  registration: { domain: 'gone.lab', status, proof },
  usedBy: [{ kind, name: 'x.gone.lab' }],
});

function dkimOf({
  domainkey = 'nxdomain',
  control = 'nxdomain',
  selectors = [],
  unanswered = [],
}: MailSketch): MailAuthEvidence['dkim'] {
  const existence = (name: string, values: Values) => ({
    answer: textAnswer(`${name}.${domain}`, values),
    compact: false,
  });
  return {
    control: existence('perimeter-seed._domainkey', control),
    domainkey: existence('_domainkey', selectors.length > 0 ? [] : domainkey),
    common: ['default', 'google', 'selector1'].map((name) =>
      existence(`${name}._domainkey`, control === 'failed' ? 'failed' : 'nxdomain'),
    ),
    asked: ['default', 'google', ...unanswered],
    unanswered: [...unanswered],
    selectors: selectors.map(({ selector, text, aliases, how = 'generic', weakness = null }) => ({
      selector,
      how,
      weakness,
      answer: textAnswer(`${selector}._domainkey.${domain}`, text, aliases),
    })),
  };
}

/** The evidence of a domain; SPF is evaluated as in the probe. */
export async function mailOf(sketch: MailSketch = {}): Promise<MailEvidence> {
  const { txt = {}, mx, address } = sketch;
  const answer = textAnswer(domain, txt['@'] ?? []);
  const named = byName(txt);
  return {
    target: { domain, registrableDomain: domain, scanMode: 'standard', startedAtMs: 1_790_000_000_000, seed: 'seed' },
    mailAuth: {
      route: routeOf(mx, address),
      spf: {
        answer,
        answerOctets: sketch.answerOctets ?? 100,
        tree: await surveySpf(domain, lookupOf(sketch)),
        strangers: await judgeStrangers(domain, 'perimeterseed', lookupOf(sketch)),
        legacy: textAnswer(domain, sketch.legacy ?? []),
      },
      dmarc: {
        walk: walkNames(domain).map((name) => ({
          domain: name,
          answer: textAnswer(`_dmarc.${name}`, named.get(`_dmarc.${name}`) ?? 'nxdomain'),
        })),
      },
      destinations: (sketch.destinations ?? []).map((one) => ({
        tag: 'rua',
        uri: 'mailto:d@site.lab',
        host: domain,
        external: false,
        authorisation: null,
        route: routeOf(),
        ...one,
      })),
      dkim: dkimOf(sketch),
      bimi: textAnswer(`default._bimi.${domain}`, named.get(`default._bimi.${domain}`)),
      tlsRpt: textAnswer(`_smtp._tls.${domain}`, named.get(`_smtp._tls.${domain}`)),
      subdomains: sketch.subdomains ?? [],
      references: sketch.references ?? [],
      lookups: [],
    },
  };
}

/** A correctly configured domain: mail, strict SPF, a long key, DMARC reject with reports. */
export const soundSketch = {
  txt: { '@': 'v=spf1 ip4:192.0.2.0/24 -all', _dmarc: 'v=DMARC1; p=reject; rua=mailto:d@site.lab' },
  destinations: [{}],
} satisfies MailSketch;

export type Row = RowOf<MailEvidence>;

/** Rows of mail checks; each failure states what receivers see, with a command that shows it. */
export const testRows = rowTester((evidence: MailEvidence) => evidence, { fail: /Expected: [^]*\nReproduce: dig /i });
