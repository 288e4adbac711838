import { recordsAt, digLines, textRecord } from '../../../catalogue/dig.ts';
import {
  failWhere,
  inconclusive,
  informWhere,
  notApplicable,
  type Verdict,
  type Why,
  openBy,
  whyBy,
} from '../../../catalogue/outcome.ts';
import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import { parseIssue, standingBar } from '../../derive/certificates/caa-records.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { namesBelow, certifiedNames, type FoundNames, left } from '../../derive/subjects/names.ts';
import { counted, listed, shorten } from '../../../evidence/words/text.ts';
import { iso } from '../../../evidence/words/time.ts';

/** A value that authorises a CA to issue for a name repeatedly without further validation (BR 3.2.2.4.22). */
interface Standing {
  host: string;
  text: string;
  issuer: string;
  account: string;
  isWildcard: boolean;
  /** Expiry in epoch seconds; null: none. */
  until: number | null;
}

const owner = (host: string): string => `_validation-persist.${host}`;

/** The value has the grammar of CAA issue (RFC 8659 section 4.2) and names an account; null: it authorises nobody. */
function readStanding(host: string, text: string): Standing | null {
  const value = parseIssue(text);
  const account = value?.parameters.get('accounturi');
  if (value === null || value.issuer === null || account === undefined || account === '') return null;
  const until = value.parameters.get('persistuntil');
  // A value with an unreadable time authorises nobody.
  if (until !== undefined && !/^\d{1,12}$/.test(until)) return null;
  const { issuer, parameters } = value;
  const isWildcard = parameters.get('policy')?.toLowerCase() === 'wildcard';
  return { host, text, issuer, account, isWildcard, until: until === undefined ? null : Number(until) };
}

/** The authorisations in force at the start of the audit. */
const standingOf = ({ authorisations = [], startedAtMs }: FoundNames): Standing[] =>
  authorisations
    .flatMap(({ name, texts }) => texts.flatMap((text) => readStanding(name, text) ?? []))
    .filter(({ until }) => until === null || until * 1_000 > startedAtMs);

const open = ({ pointersOpen, pointersLeft }: FoundNames): Why[] => [
  ...pointersOpen
    .filter((name) => name.startsWith('_validation-persist.'))
    .map((name) => whyBy('name-unanswered', { name })),
  ...left(pointersLeft, 'names-unasked'),
];

/** Judges the authorisations; a plain outcome where there is none, or where they were not queried. */
function judgeStanding(names: FoundNames, judge: (standing: readonly Standing[]) => Verdict): Verdict {
  if (names.authorisations === undefined) return openBy('authorisations-unasked');
  const standing = standingOf(names);
  if (standing.length > 0) return judge(standing);
  const [gap] = open(names);
  return gap === undefined ? notApplicable('No name has a standing authorisation') : inconclusive(gap);
}

const proofOf = (standing: readonly Standing[], ...more: [string, string][]) => [
  ...standing.map(({ host, text }) => textRecord(owner(host), shorten(text, 300))),
  digLines(...standing.map(({ host }): [string, string] => ['TXT', owner(host)]), ...more),
];

const placeOf = (host: string) => ({ subject: host, location: recordsAt(host, 'TXT', owner(host)) });

const scope = ({ host, isWildcard }: Standing): string => (isWildcard ? `${host} and all names below it` : host);

export const dcvPersistDangling = checkOf(namesBelow(open), {
  id: 'dcv-persist-dangling',
  title: 'No abandoned name has a standing authorisation for certificates',
  finding: 'Standing certificate authorisation for an abandoned name',
  weakness: { cvss: 'onPathPartial', cwe: [672, 295] },
  judge: (names) => {
    const gone = new Set(
      names.inventory.flatMap(({ name, status, aliases }) =>
        status === 'missing' && aliases.length > 0 ? [name] : [],
      ),
    );
    return judgeStanding(names, (standing) =>
      failWhere(
        standing.filter(({ host }) => gone.has(host)),
        'Every name with a standing authorisation exists',
        (one) => ({
          ...placeOf(one.host),
          description: `${one.host} leads nowhere any more, and ${one.issuer} may still issue certificates for ${scope(one)} to ${shorten(one.account, 200)}. Expected: delete the record with the name.`,
          evidence: proofOf([one]),
        }),
      ),
    );
  },
});

/** Why CAA at a host forbids an issuer to use an authorisation (RFC 8657 sections 3 and 4); null: it does not, or this is unknown. */
function whyForbidden({ caa }: CertificatesEvidence, { host, issuer, account }: Standing): string | null {
  const found = caa.known ? caa.value.find((one) => one.host === host && one.foundAt !== null) : undefined;
  return found === undefined || found.security === 'bogus' ? null : standingBar(found, issuer, account);
}

export const dcvPersistCaaForbidden = checkOf(certifiedNames(open), {
  id: 'dcv-persist-caa-forbidden',
  title: 'CAA allows the CAs that have a standing authorisation',
  finding: 'CAA forbids the CA that has a standing authorisation',
  weakness: { cvss: 'resilience', cwe: [863] },
  judge: (names, { certificates }) => {
    const asked = new Set(certificates.caa.known ? certificates.caa.value.map(({ host }) => host) : []);
    return judgeStanding(names, (standing) => {
      const judged = standing.filter(({ host }) => asked.has(host));
      if (judged.length === 0) return openBy('authorised-caa-unasked');
      return failWhere(judged, 'CAA allows every CA that has a standing authorisation', (one) => {
        const forbidden = whyForbidden(certificates, one);
        return forbidden === null
          ? null
          : {
              ...placeOf(one.host),
              subject: `${one.host} ${one.issuer}`,
              description: `${one.issuer} has a standing authorisation for ${scope(one)}, and ${forbidden}: it must refuse the next certificate. Expected: delete the record, or allow the CA.`,
              evidence: proofOf([one], ['CAA', one.host]),
            };
      });
    });
  },
});

export const dcvPersistAccounts = checkOf(namesBelow(open), {
  id: 'dcv-persist-accounts',
  title: 'A name has one account with a standing authorisation',
  finding: 'Several accounts have a standing certificate authorisation',
  judge: (names) =>
    judgeStanding(names, (standing) =>
      informWhere(
        [...Map.groupBy(standing, ({ host }) => host)].filter(
          ([, group]) => new Set(group.map(({ account }) => account)).size > 1,
        ),
        'No name has more than one account',
        ([host, group]) => ({
          ...placeOf(host),
          description: `${counted(new Set(group.map(({ account }) => account)).size, 'account')} may get certificates for ${host} without a further proof: ${listed([...new Set(group.map(({ account }) => shorten(account, 120)))])}. Anyone who has the key of one of them has the name. Expected: the accounts that renew today.`,
          evidence: proofOf(group),
        }),
      ),
    ),
});

export const dcvPersistNoEnd = checkOf(namesBelow(open), {
  id: 'dcv-persist-no-end',
  title: 'Standing authorisations for certificates have an end',
  finding: 'Standing certificate authorisation without an end',
  judge: (names) =>
    judgeStanding(names, (standing) =>
      informWhere(
        standing.filter(({ until }) => until === null),
        `Every standing authorisation ends, the last on ${iso(Math.max(...standing.map(({ until }) => until ?? 0)))}`,
        (one) => ({
          ...placeOf(one.host),
          subject: `${one.host} ${one.account}`,
          description: `${one.issuer} may issue certificates for ${scope(one)} to ${shorten(one.account, 200)} as long as the record stands: it has no persistUntil. Expected: a date by which somebody looks at it again.`,
          evidence: proofOf([one]),
        }),
      ),
    ),
});
