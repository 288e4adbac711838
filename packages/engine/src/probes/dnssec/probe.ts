import { decodeDnskey, decodeDs } from '@perimeter/protocols/dns/dnssec';
import { canonicalName, joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { DnssecEvidence } from '../../evidence/dnssec/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { netFailed, unobserved } from '../../evidence/observed.ts';
import { anchorFor, type TrustAnchor } from '../../net/dnssec/anchors.ts';
import { decodeAll } from '../../net/dnssec/rrset.ts';
import { anchorsOf } from '../../net/dnssec/validation.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { wwwOf } from '../web-hosts.ts';
import { setOf } from './asking.ts';
import { contradictionsOf } from './contradictions.ts';
import { settled } from '../disputed.ts';
import { childSyncOf, nsec3ParamOf } from './child-facts.ts';
import { type TargetQuestion, targetFactsOf } from './target-facts.ts';
import { apexOf, zoneFactsOf, zonesOnTheWay } from './zone-facts.ts';
import { ownerOf, recordOwners } from '../record-owners.data.ts';

const apexTypes = ['SOA', 'NS', 'A', 'AAAA', 'MX', 'TXT', 'CAA', 'HTTPS'];
const policyKinds = ['dmarc', 'mtaSts', 'tlsReport', 'bimi'] as const;
const wwwTypes = ['A', 'AAAA', 'HTTPS'];
/** Most mail hosts that are validated. */
const mostMailHosts = 5;

/** A nonexistent name below the target, whose absence must be proved. */
const missingName = ({ domain, seed }: TargetEvidence): string =>
  joinLabels([`perimeter-${seed.slice(0, 12).toLowerCase()}`, ...labelsOf(domain)]);

function questionsOf(target: TargetEvidence): TargetQuestion[] {
  const www = wwwOf(target);
  const apex = apexTypes.map((type): TargetQuestion => ({ name: target.domain, type, purpose: 'apex' }));
  const below = www === null ? [] : wwwTypes.map((type): TargetQuestion => ({ name: www, type, purpose: 'www' }));
  const policies = policyKinds.map((kind): TargetQuestion => ({
    name: ownerOf(kind, target.domain),
    type: recordOwners[kind].type,
    purpose: 'policy',
  }));
  return [...apex, ...below, ...policies, { name: missingName(target), type: 'A', purpose: 'missing-name' }];
}

/** The first mail hosts in order; null where MX was not answered. */
async function mailHostsOf(context: ProbeContext): Promise<string[] | null> {
  const rrset = await setOf(context, context.target.domain, 'MX');
  if (rrset === null) return null;
  const named = rrset.records.map(({ type, rdata }) => printRdata(type, rdata).split(' ')[1] ?? '.');
  const hosts = [...new Set(named.map((host) => canonicalName(host)))].filter((host) => host !== '.').toSorted();
  return hosts.slice(0, mostMailHosts);
}

async function mailFactsOf(context: ProbeContext): Promise<DnssecEvidence['mx']> {
  const hosts = await mailHostsOf(context);
  if (hosts === null) return null;
  return Promise.all(
    hosts.map(async (host) => {
      const validated = await context.validator.validate(host, 'A');
      const zone = validated.proof.at(-1)?.zone ?? null;
      const { security, reason } = await settled(context, validated);
      const effective = security === validated.security ? validated.effective : { security, reason };
      const signed = validated.proof.at(-1)?.hasKeys === true ? { hasKeys: true as const } : {};
      return {
        host,
        zone,
        ...signed,
        security,
        reason,
        effective: { security: effective.security, reason: effective.reason },
      };
    }),
  );
}

async function reliesOn(context: ProbeContext): Promise<DnssecEvidence['reliesOn']> {
  const { domain } = context.target;
  const questions = [
    { name: ownerOf('webTlsa', domain), type: 'TLSA' },
    { name: ownerOf('mailTlsa', domain), type: 'TLSA' },
    { name: domain, type: 'SSHFP' },
  ];
  const found = await Promise.all(
    questions.map(async (question) => {
      const rrset = await setOf(context, question.name, question.type);
      return rrset !== null && rrset.records.length > 0 ? [question] : [];
    }),
  );
  return found.flat();
}

async function resolverView({ resolver, signal, target }: ProbeContext): Promise<DnssecEvidence['resolver']> {
  const answer = await resolver.query(target.domain, 'SOA', { signal, checkingDisabled: false });
  const { status, authenticated, extendedErrors } = answer;
  return { status, authenticated, extendedErrors };
}

function anchorFacts(anchors: TrustAnchor['records']): DnssecEvidence['anchors'] {
  const tags = anchors.flatMap((record) => {
    const decoded = record.type === typeCode('DS') ? decodeAll([record], decodeDs) : decodeAll([record], decodeDnskey);
    return decoded.map(({ keyTag }) => ({ zone: canonicalName(record.name), keyTag }));
  });
  return tags.toSorted((a, b) => a.keyTag - b.keyTag);
}

async function aboutApex(context: ProbeContext, apex: string, anchors: TrustAnchor['records']) {
  const { proof } = await context.validator.validate(apex, 'SOA');
  const names = zonesOnTheWay(apex, proof);
  const questions = questionsOf(context.target);
  const [zones, targets, childSync, nsec3Param, denials] = await Promise.all([
    Promise.all(
      names.map(async (name, at) =>
        zoneFactsOf(context, name, { parent: at === 0 ? null : (names[at - 1] ?? null), anchors }),
      ),
    ),
    Promise.all(questions.map(async (question) => targetFactsOf(context, question, apex))),
    childSyncOf(context, apex),
    nsec3ParamOf(context, apex),
    contradictionsOf(context, apex, { questions, hosts: (await mailHostsOf(context)) ?? [] }),
  ]);
  return { zones, targets, childSync, nsec3Param, ...denials };
}

const unanswered = unobserved(netFailed('malformed', 'nothing-answered'));

/** Validates the target, its www host, a nonexistent name and the mail hosts, with every zone on the way. */
export const dnssecProbe = defineProbe({
  kind: 'dnssec',
  needs: [],
  run: async (context) => {
    const { anchors } = anchorsOf(context.settings.trustAnchors);
    const anchor = anchorFor(context.target.domain, anchors)?.records ?? [];
    const apex = await apexOf(context, context.target.domain);
    const [about, mx, relies, resolver] = await Promise.all([
      apex === null ? null : aboutApex(context, apex, anchor),
      mailFactsOf(context),
      reliesOn(context),
      resolverView(context),
    ]);
    const childSync = { cds: unanswered, cdnskey: unanswered, security: 'indeterminate' as const, deletes: false };
    const evidence: DnssecEvidence = {
      anchors: anchorFacts(anchor),
      apex,
      ...(about ?? { zones: [], targets: [], childSync, nsec3Param: unanswered }),
      mx,
      reliesOn: relies,
      resolver,
      work: context.validator.work,
      lookups: await context.lookups(),
    };
    return { evidence };
  },
});
