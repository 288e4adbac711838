import { defineCheck } from '../../../catalogue/check.ts';
import {
  failIfAny,
  inconclusive,
  notApplicable,
  pass,
  type FindingDraft,
  type Outcome,
} from '../../../catalogue/outcome.ts';
import { issuerNames } from '../../derive/certificates/authorities.ts';
import {
  type Caa,
  type CaaGroup,
  type CaaRecord,
  caaGap,
  caaGroups,
  climbLines,
  criticalFlag,
  digLine,
  knownTags,
  parseIssue,
  recordLines,
  recordsOf,
} from '../../derive/certificates/caa-records.ts';
import { oldList } from '../../derive/certificates/old-lists.ts';
import {
  type AuditedCertificates,
  type Served,
  isPublic,
  servedChains,
  surveyCertificates,
} from '../../derive/certificates/served.ts';
import { listed, proof, shorten } from '../../derive/words/text.ts';

export const caaMissing = defineCheck({
  id: 'caa-missing',
  title: 'CAA records restrict certificate issuance',
  finding: 'No CAA record',
  cvss: 'onPathPartial',
  cwe: [1_173],
  references: ['RFC 8659 section 3', 'BR #3228-caa-records'],
  needs: ['certificates'],
  evaluate: ({ certificates: { caa } }) => {
    if (!caa.known) return inconclusive(caa.failure.detail);
    const bare = caa.value.filter((one) => one.foundAt === null && caaGap(one) === null);
    const [first] = bare;
    if (first !== undefined) {
      const hosts = bare.map(({ host }) => host);
      const finding: FindingDraft = {
        location: { host: first.host },
        description: `No CAA record on ${listed(hosts)} or any parent domain, so every public CA may issue certificates for ${hosts.length === 1 ? 'it' : 'them'}; expected: CAA records that list your CAs.`,
        evidence: proof(bare.flatMap(climbLines), digLine(first.host)),
      };
      return failIfAny([finding], `No CAA record for ${listed(hosts)}`, '');
    }
    const gap = caa.value.flatMap((one) => caaGap(one) ?? [])[0];
    if (gap !== undefined) return inconclusive(gap);
    const [found] = caa.value;
    return found === undefined ? notApplicable('No host was queried') : pass(`Found at ${found.foundAt ?? found.host}`);
  },
});

/** What is wrong with the records of a name, in clauses. */
function faultsOf(caa: Caa): string[] {
  const text = ({ tag, value }: CaaRecord): string => shorten(`${tag} ${JSON.stringify(value)}`);
  const critical = caa.records.filter(
    ({ flags, tag }) => (flags & criticalFlag) !== 0 && !knownTags.has(tag.toLowerCase()),
  );
  const broken = recordsOf(caa, 'issue', 'issuewild').filter(({ value }) => parseIssue(value) === null);
  return [
    ...caa.malformed.map((data) => `${shorten(data)} is malformed`),
    ...critical.map((record) => `${text(record)} is critical with an unknown tag, so no CA may issue`),
    ...broken.map((record) => `${text(record)} is invalid, so no CA may issue`),
    ...(recordsOf(caa, 'issue').length === 0 && caa.malformed.length === 0
      ? ['there is no issue property, so issuance is not restricted']
      : []),
  ];
}

const groupFinding = ({ caa, hosts }: CaaGroup, description: string): FindingDraft => ({
  location: { host: hosts[0] ?? caa.host },
  description,
  evidence: proof(recordLines(caa), digLine(caa.foundAt ?? caa.host)),
  subject: caa.foundAt ?? '',
});

/** Asks every set of records; says why where there is none. */
function overGroups(
  { caa }: AuditedCertificates['certificates'],
  judge: (groups: readonly CaaGroup[]) => Outcome,
): Outcome {
  if (!caa.known) return inconclusive(caa.failure.detail);
  const groups = caaGroups(caa.value);
  if (groups.length > 0) return judge(groups);
  const gap = caa.value.flatMap((one) => caaGap(one) ?? [])[0];
  return gap === undefined ? notApplicable('There are no CAA records (separate check)') : inconclusive(gap);
}

export const caaInvalid = defineCheck({
  id: 'caa-invalid',
  title: 'CAA records are valid and restrict issuance',
  finding: 'CAA records are invalid or restrict no CA',
  cvss: 'resilience',
  cwe: [1_286],
  references: [
    'RFC 8659 section 4',
    'https://www.iana.org/assignments/pkix-parameters/pkix-parameters.xhtml#caa-properties',
  ],
  needs: ['certificates'],
  evaluate: ({ certificates }) =>
    overGroups(certificates, (groups) => {
      const findings = groups.flatMap((group) => {
        const faults = faultsOf(group.caa);
        return faults.length === 0
          ? []
          : [
              groupFinding(
                group,
                `At ${group.caa.foundAt}: ${listed(faults)}; expected: valid records with at least one issue property.`,
              ),
            ];
      });
      return failIfAny(
        findings,
        'CAA records are invalid or restrict no CA',
        'All records are valid, and an issue property is present',
      );
    }),
});

/** True where the host is covered by a wildcard alone, for which issuewild decides (RFC 8659 section 4.3). */
function needsWildcard({ leaf, serverName }: Served): boolean {
  const names = leaf.subjectAltNames.filter(({ type }) => type === 'dns').map(({ value }) => value.toLowerCase());
  return !names.includes(serverName) && names.includes(`*.${serverName.slice(serverName.indexOf('.') + 1)}`);
}

/** The records that decide for a certificate; none: everybody may issue it. */
function decidingRecords(caa: Caa, served: Served): readonly CaaRecord[] {
  const wild = recordsOf(caa, 'issuewild');
  return needsWildcard(served) && wild.length > 0 ? wild : recordsOf(caa, 'issue');
}

type Permission =
  | { kind: 'allowed' | 'inconclusive' | 'not-applicable'; reason: string }
  | { kind: 'refused'; description: string };

/** Names that nobody we know goes by may be new ones of the issuer, as long as the lists are old. */
function mayBeNew(served: Served, allowed: readonly string[]): string | null {
  const { all } = issuerNames(served);
  return allowed.every((name) => all.has(name)) ? null : oldList('roots', served);
}

function permission(served: Served, caa: Caa): Permission {
  if (!isPublic(served))
    return {
      kind: 'not-applicable',
      reason: 'The path does not end in a public root; CAA applies to public CAs only',
    };
  const deciding = decidingRecords(caa, served);
  const allowed = deciding.flatMap(({ value }) => parseIssue(value)?.issuer ?? []);
  const shown = shorten(served.path[1]?.subject ?? served.leaf.issuer);
  if (deciding.length === 0) return { kind: 'allowed', reason: 'No issue property restricts issuance' };
  const { own, path } = issuerNames(served);
  const match = allowed.find((one) => path.has(one));
  if (match !== undefined) return { kind: 'allowed', reason: `${match} may issue` };
  const doubt = own === null && allowed.length > 0 ? `its CAA name is unknown` : mayBeNew(served, allowed);
  if (doubt !== null)
    return {
      kind: 'inconclusive',
      reason: `It is unknown whether CAA allows ${shown}: ${doubt}; allowed: ${listed(allowed)}`,
    };
  return {
    kind: 'refused',
    description: `The certificate was issued by ${shown}${own === null ? '' : ` (${listed(own)} in CAA)`}, and CAA at ${caa.foundAt} allows ${allowed.length === 0 ? 'no CA' : listed(allowed)}${deciding.some(({ tag }) => tag.toLowerCase() === 'issuewild') ? ' (issuewild, which applies to wildcards)' : ''}; expected: the issuing CA is allowed, otherwise it must refuse the renewal.`,
  };
}

function judgeIssuers(evidence: AuditedCertificates, all: readonly Caa[]): Outcome {
  const chains = servedChains(evidence).filter(({ leaf }) => leaf.malformed === null);
  const perCertificate = [
    ...Map.groupBy(chains, ({ serverName, leaf }) => `${serverName} ${leaf.sha256}`).values(),
  ].flatMap((group) => group.slice(0, 1));
  const asked = perCertificate.flatMap((served) => {
    const caa = all.find(({ host, foundAt }) => host === served.serverName && foundAt !== null);
    return caa === undefined ? [] : [{ served, caa, answer: permission(served, caa) }];
  });
  const findings = asked.flatMap(({ served, caa, answer }) =>
    answer.kind === 'refused'
      ? [{ ...groupFinding({ caa, hosts: [served.serverName] }, answer.description), subject: served.chain.keyType }]
      : [],
  );
  if (findings.length > 0) return failIfAny(findings, 'CAA does not allow the issuer of the current certificate', '');
  const reasonOf = (kind: 'allowed' | 'inconclusive' | 'not-applicable'): string | undefined =>
    asked.flatMap(({ answer }) => (answer.kind === kind ? [answer.reason] : []))[0];
  const open = reasonOf('inconclusive');
  if (open !== undefined) return inconclusive(open);
  const allowed = reasonOf('allowed');
  return allowed === undefined
    ? notApplicable(reasonOf('not-applicable') ?? 'No CAA record applies to a served certificate')
    : pass(allowed);
}

export const caaIssuerNotAllowed = defineCheck({
  id: 'caa-issuer-not-allowed',
  title: 'CAA allows the CA that issued the certificate',
  finding: 'CAA does not allow the CA that issued the certificate',
  cvss: 'resilience',
  cwe: [1_173],
  references: ['RFC 8659 section 4.2', 'BR #3228-caa-records'],
  needs: ['certificates', 'tls', 'target'],
  evaluate: (evidence) => {
    const { silence, leftOut } = surveyCertificates(evidence);
    if (silence !== null) return silence;
    return overGroups(evidence.certificates, () => {
      const { caa } = evidence.certificates;
      const judged = judgeIssuers(evidence, caa.known ? caa.value : []);
      const [left] = judged.outcome === 'fail' ? [] : leftOut;
      return left === undefined ? judged : inconclusive(left.reason);
    });
  },
});
