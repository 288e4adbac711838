import {
  fail,
  inconclusive,
  notApplicable,
  type Outcome,
  pass,
  type Verdict,
  openAs,
} from '../../../catalogue/outcome.ts';
import { issuerNames } from '../../derive/certificates/authorities.ts';
import * as records from '../../derive/certificates/caa-records.ts';
import { oldList } from '../../derive/certificates/list-age.ts';
import { isPublic, type Served, surveyCertificates } from '../../derive/certificates/served.ts';
import { toldApart } from '../../derive/certificates/certificate-words.ts';
import { forbidden } from './caa-issuing.data.ts';
import { checkOf, onePlace, type Subject } from '../../../catalogue/check-of.ts';
import { caaRecords, caaProof, foundCaa } from '../../derive/subjects/caa.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';

type Caa = records.Caa;

/** Names without CAA records at or above them; if there are none, the records that were found. */
const bareNames: Subject<'certificates', readonly Caa[]> = {
  needs: ['certificates'],
  select: ({ certificates: { caa } }) => {
    if (!caa.known) return inconclusive(caa.failure);
    const bare = caa.value.filter((one) => one.foundAt === null && records.caaGap(one) === null);
    const [first] = bare;
    if (first !== undefined) return onePlace(bare, { host: first.host });
    const [gap] = caa.value.flatMap((one) => records.caaGap(one) ?? []);
    if (gap !== undefined) return inconclusive(gap);
    const found = [...new Set(caa.value.map(({ foundAt, host }) => foundAt ?? host))];
    return found.length === 0 ? notApplicable('No host was queried') : pass(`Found at ${listed(found)}`);
  },
  quote: (bare) => [[...new Set(bare.flatMap(records.climbLines))], records.caaCommand(bare[0]?.host ?? '')],
};

const hostsIn = (bare: readonly Caa[]): string => listed(bare.map(({ host }) => host));

export const caaMissing = checkOf(bareNames, {
  id: 'caa-missing',
  title: 'CAA records restrict certificate issuance',
  finding: 'No CAA record',
  weakness: { cvss: 'onPathPartial', cwe: [862] },
  failed: (bare) => `No CAA record for ${hostsIn(bare)}`,
  judge: (bare) =>
    `No CAA record on ${hostsIn(bare)} or any parent domain, so every public CA may issue certificates for ${bare.length === 1 ? 'it' : 'them'}; expected: CAA records that list your CAs.`,
});

/** Faults in the records of a name, in clauses. */
function faultsOf(caa: Caa): string[] {
  const text = ({ tag, value }: records.CaaRecord): string => shorten(`${tag} ${JSON.stringify(value)}`);
  const stopping = records.stoppingRecords(caa);
  const broken = records
    .recordsOf(caa, ...Object.keys(forbidden))
    .filter(({ value }) => records.parseIssue(value) === null);
  const unmet = records
    .recordsOf(caa, 'issue', 'issuewild')
    .flatMap((record) => [[record, records.unmet(record.value)] as const])
    .filter(([, why]) => why !== null);
  return [
    ...caa.malformed.map((data) => `${shorten(data)} is malformed`),
    ...caa.records
      .filter(({ tag }) => !records.isTag(tag))
      .map((record) => `${text(record)} has no valid tag, which is of letters and digits alone (RFC 8659 section 4.1)`),
    ...stopping.all.map((record) => `${text(record)} is critical with an unknown tag, so no CA may issue`),
    ...stopping.some.map(
      (record) =>
        `${text(record)} has flag ${record.flags}, which keeps CAs from issuing that do not know ${record.tag}, such as Let's Encrypt`,
    ),
    ...broken.map(
      (record) => `${text(record)} is invalid, so no CA may issue${forbidden[record.tag.toLowerCase()] ?? ''}`,
    ),
    ...unmet.map(([record, why]) => `${why ?? ''} in ${text(record)}, so that this CA may not issue`),
    ...(records.recordsOf(caa, 'issue').length === 0 && caa.malformed.length === 0
      ? [
          `there is no issue property, so issuance ${records.recordsOf(caa, 'issuewild').length === 0 ? '' : 'without wildcards '}is not restricted`,
        ]
      : []),
  ];
}

export const caaInvalid = checkOf(caaRecords(), {
  id: 'caa-invalid',
  title: 'CAA records are valid and restrict issuance',
  finding: 'CAA records are invalid or restrict no CA',
  weakness: { cvss: 'resilience', cwe: [863] },
  judge: (caa) => {
    const faults = faultsOf(caa);
    if (faults.length === 0) return pass(`All records are valid: ${records.issuersText(caa)}`);
    const { all, some } = records.stoppingRecords(caa);
    const stops = all.length + some.length > 0;
    return `At ${caa.foundAt}: ${listed(faults)}; expected: valid records with at least one issue property${stops ? ', and the flag 0' : ''}.`;
  },
});

/** With outdated lists, an unknown CAA name may be a new one of the issuer. */
function mayBeNew(served: Served, allowed: readonly string[]): string | null {
  const { all } = issuerNames(served);
  return allowed.every((name) => all.has(name)) ? null : oldList('roots', served);
}

function judgeIssuer(served: Served, caa: Caa): Verdict {
  if (!isPublic(served)) return notApplicable('The path does not end in a public root; CAA applies to public CAs only');
  const stopping = records.stoppingRecords(caa);
  if (stopping.all.length > 0)
    return notApplicable('A critical property with an unknown tag stops every CA; caa-invalid covers it');
  const deciding = records.decidingRecords(caa, served);
  const allowed = deciding.flatMap(({ value }) => records.parseIssue(value)?.issuer ?? []);
  const shown = shorten(served.path[1]?.subject ?? served.leaf.issuer);
  if (deciding.length === 0) return pass('No issue property restricts issuance');
  const { own, path } = issuerNames(served);
  const match = allowed.find((one) => path.has(one));
  if (match === 'letsencrypt.org' && stopping.some.length > 0)
    return notApplicable(`${match} may issue, and refuses because of a critical property; caa-invalid covers it`);
  if (match !== undefined) return pass(`${match} may issue`);
  const doubt = own === null && allowed.length > 0 ? `its CAA name is unknown` : mayBeNew(served, allowed);
  if (doubt !== null)
    return openAs(own === null && allowed.length > 0 ? 'certificate' : 'old-list', 'caa-issuer-unknown', {
      issuer: shown,
      doubt,
      allowed: listed(allowed),
    });
  return fail({
    description: toldApart(
      served,
      `The certificate was issued by ${shown}${own === null ? '' : ` (${listed(own)} in CAA)`}, and CAA at ${caa.foundAt} allows ${allowed.length === 0 ? 'no CA' : listed(allowed)}${deciding.some(({ tag }) => tag.toLowerCase() === 'issuewild') ? ' (issuewild, which applies to wildcards)' : ''}; expected: the issuing CA is allowed, otherwise it must refuse the renewal.`,
    ),
    evidence: caaProof(caa),
  });
}

/** A certificate and the CAA records that apply to its host. */
interface Ruled {
  served: Served;
  caa: Caa;
}

/** Each certificate of a host once, with the CAA records that apply to the host. */
function ruledIn(chains: readonly Served[], all: readonly Caa[]): Ruled[] {
  const readable = chains.filter(({ leaf }) => leaf.malformed === null);
  const perCertificate = Map.groupBy(readable, ({ serverName, leaf }) => `${serverName} ${leaf.sha256}`);
  const once = [...perCertificate.values()].flatMap((group) => group.slice(0, 1));
  return once.flatMap((served) => {
    const caa = all.find((one) => one.host === served.serverName && one.foundAt !== null && one.security !== 'bogus');
    return caa === undefined ? [] : [{ served, caa }];
  });
}

/** Each certificate whose host has CAA records; a failure holds whatever was not seen. */
const ruledCertificates: Subject<'certificates' | 'tls' | 'target', Ruled> = {
  needs: ['certificates', 'tls', 'target'],
  select: (evidence) => {
    const { silence, endpoints, leftOut } = surveyCertificates(evidence);
    if (silence !== null) return silence;
    const found = foundCaa(evidence.certificates);
    if ('outcome' in found) return found;
    const ruled = ruledIn(endpoints, found.all);
    const unlessLeft = (outcome: Outcome): Outcome =>
      leftOut[0] === undefined || outcome.outcome === 'fail' ? outcome : inconclusive(leftOut[0]);
    if (ruled.length === 0) return unlessLeft(notApplicable('No CAA record applies to a served certificate'));
    const places = ruled.map((of) => ({
      of,
      location: { host: of.served.serverName },
      subject: of.served.subject,
    }));
    return { places, settle: unlessLeft };
  },
};

export const caaIssuerNotAllowed = checkOf(ruledCertificates, {
  id: 'caa-issuer-not-allowed',
  title: 'CAA allows the CA that issued the certificate',
  finding: 'CAA does not allow the CA that issued the certificate',
  weakness: { cvss: 'resilience', cwe: [863] },
  failed: 'CAA does not allow the issuer of the current certificate',
  judge: ({ served, caa }) => judgeIssuer(served, caa),
});
