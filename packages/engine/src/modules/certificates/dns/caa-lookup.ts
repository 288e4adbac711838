import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { checkOf, type Subject } from '../../../catalogue/check-of.ts';
import { recordsAt } from '../../../catalogue/dig.ts';
import { fail, inconclusive, notApplicable, pass, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import { lookupFailed } from '../../../evidence/dns/lookup.ts';
import { type Caa, caaCommand } from '../../derive/certificates/caa-records.ts';

type Step = Caa['climb'][number];

const isError = (status: string | undefined): boolean =>
  status === 'servfail' || status === 'refused' || status === 'failed';
const isAnswer = (status: string): boolean => status === 'answer' || status === 'nodata' || status === 'nxdomain';

/** Proof that a name's servers answer other types; DS records do not count, because the parent serves them. Null: none. */
function otherAnswer({ lookups, chains }: CertificatesEvidence, name: string): string | null {
  const other = lookups.find(
    (one) => one.type !== 'CAA' && one.type !== 'DS' && isAtOrBelow(one.name, name) && !lookupFailed(one),
  );
  if (other !== undefined) return `${other.type} ${other.name}: ${other.status}`;
  const host = chains.find(({ serverName }) => serverName === name);
  return host === undefined ? null : `Addresses of ${name}: ${host.address}`;
}

/** True where the resolver answers CAA queries in general. */
const resolverKnowsCaa = ({ lookups }: CertificatesEvidence, name: string): boolean =>
  lookups.some((one) => one.type === 'CAA' && one.name !== name && !lookupFailed(one));

/** The result of a query in words. */
const endOf = (status: string): string =>
  status === 'failed' ? 'without an answer that can be read' : `in ${status.toUpperCase()}`;

/** True where another answer of the zone is secure, so that not the whole zone fails, which is a separate finding. */
const isElseSecure = ({ caa, tlsa }: CertificatesEvidence, name: string): boolean =>
  (tlsa.known && tlsa.value.some((one) => one.security === 'secure' && isAtOrBelow(one.name, name))) ||
  (caa.known &&
    caa.value.some(({ climb }) =>
      climb.some((step) => step.name !== name && step.security === 'secure' && isAtOrBelow(step.name, name)),
    ));

function judgeBogus(name: string, certificates: CertificatesEvidence): Verdict {
  if (!isElseSecure(certificates, name)) return openBy('caa-bogus-perhaps-alone', { name });
  return fail({
    confidence: 'firm',
    description: `The CAA answer for ${name} fails DNSSEC validation, other answers of its zone do not. CAs validate since 2026-03-15 and must not issue then, so renewals of certificates fail. Expected: records, or a proof of their absence, with valid signatures.`,
    evidence: [`CAA ${name}: bogus`, caaCommand(name, '+dnssec')],
  });
}

function judgeStep({ name, status, again, security }: Step, certificates: CertificatesEvidence): Verdict {
  if (isAnswer(status))
    return security === 'bogus' ? judgeBogus(name, certificates) : pass('The CAA queries are answered');
  if (!isError(status)) return openBy('caa-query-failed', { name, status });
  const other = otherAnswer(certificates, name);
  if (!isError(again) || other === null || !resolverKnowsCaa(certificates, name))
    return openBy('caa-failed-perhaps-alone', { name, status });
  return fail({
    confidence: 'firm',
    description: `The name servers answer other queries for ${name}, but CAA queries end ${endOf(status)}. CAs must not issue then, so renewals of certificates fail. Expected: CAA records, or an answer without records.`,
    evidence: [`CAA ${name}: ${status}, asked again: ${again ?? ''}`, other, caaCommand(name)],
  });
}

/** Every name of the target that CAs query while climbing the tree, each once. */
const askedNames: Subject<'certificates' | 'target', Step> = {
  needs: ['certificates', 'target'],
  select: ({ certificates, target }) => {
    const { caa } = certificates;
    if (!caa.known) return inconclusive(caa.failure);
    // A host and its parents within the target, each once.
    const steps = caa.value.flatMap(({ climb }) =>
      climb.filter(({ name }) => isAtOrBelow(name, target.registrableDomain)),
    );
    const once = [...new Map(steps.map((step) => [step.name, step])).values()];
    if (once.length === 0) return notApplicable('No host was queried');
    const isSeen = certificates.chains.some(({ served }) => served.length > 0);
    return {
      places: once.map((step) => ({ of: step, location: recordsAt(step.name, 'CAA'), subject: step.name })),
      settle: (outcome) =>
        outcome.outcome === 'pass' && !isSeen
          ? notApplicable('No certificate was seen that is to be renewed')
          : outcome,
    };
  },
};

export const caaLookupFails = checkOf(askedNames, {
  id: 'caa-lookup-fails',
  title: 'CAA queries are answered',
  finding: 'CAA queries fail, so no CA may issue certificates',
  weakness: { cvss: 'resilience', cwe: [436] },
  judge: (step, { certificates }) => judgeStep(step, certificates),
});
