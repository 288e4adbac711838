import { inconclusive, informational, notApplicable, pass, openBy, lookupWhy } from '../../../catalogue/outcome.ts';
import { digLines } from '../../../catalogue/dig.ts';
import { inRecords, nsec3In, type Parameters } from '../../../evidence/dnssec/nsec3.ts';
import type { DnssecEvidence } from '../../../evidence/dnssec/schema.ts';
import { denialLines } from '../derive/dnssec-lines.ts';
import { checkOf, narrow, type Narrower } from '../../../catalogue/check-of.ts';
import { signedZone } from '../../derive/subjects/signed-zone.ts';
import { firstAndMore } from '../../../evidence/words/text.ts';

/** From this number of iterations on, validators treat the zone as unsigned: BIND, Knot and PowerDNS accept at most 50 (RFC 9276 section 3.2). */
const firstRefused = 51;

/** The command that shows the denial of a missing name. */
function absenceLine({ targets }: DnssecEvidence): string | null {
  const missing = targets.find(({ purpose }) => purpose === 'missing-name');
  return missing === undefined ? null : digLines([missing.type, missing.name, '+cd', '+dnssec']);
}

/** The NSEC3 parameters of the zone, if any. */
const nsec3Parameters = narrow(
  signedZone('keys', ['NSEC3PARAM']),
  ({ dnssec, zone }): Narrower<Parameters> => {
    const { nsec3Param } = dnssec;
    const seen = inRecords(dnssec, zone.name);
    if (seen !== null) return { of: seen };
    if (!nsec3Param.known) return inconclusive(lookupWhy('NSEC3PARAM', nsec3Param.failure));
    if (nsec3Param.value === null) return notApplicable(`${zone.name} does not use NSEC3`);
    const { iterations, salt } = nsec3Param.value;
    const line = `${zone.name}. NSEC3PARAM 1 0 ${iterations} ${salt === '' ? '-' : salt}`;
    return { of: { iterations, salt, line } };
  },
  { quote: ({ line }) => line },
);

export const dnssecNsec3Iterations = checkOf(nsec3Parameters, {
  id: 'dnssec-nsec3-iterations',
  title: 'NSEC3 uses no additional iterations',
  finding: 'NSEC3 with additional iterations',
  weakness: { cvss: 'resilience', cwe: [405] },
  judge: ({ iterations }) => {
    if (iterations === 0) return pass('NSEC3 uses no additional iterations');
    if (iterations >= firstRefused)
      return notApplicable('Validators refuse this number of iterations (separate check)');
    return `NSEC3 hashes each name ${iterations} additional times; RFC 9276 requires 0. Iterations slow down servers and resolvers and do not protect names.`;
  },
});

export const dnssecNsec3IterationsHigh = checkOf(nsec3Parameters, {
  id: 'dnssec-nsec3-iterations-high',
  title: 'NSEC3 uses at most 50 iterations',
  finding: 'NSEC3 with more iterations than validators accept',
  weakness: { cvss: 'spoofingMargin', cwe: [405] },
  judge: ({ iterations }) =>
    iterations < firstRefused
      ? pass(`NSEC3 uses ${iterations} additional iterations`)
      : `NSEC3 uses ${iterations} iterations. BIND, Knot Resolver and PowerDNS treat a zone with more than 50 as unsigned; Unbound 1.17 and delv 9.18 accept up to 150.`,
});

export const dnssecNsec3Salt = checkOf(nsec3Parameters, {
  id: 'dnssec-nsec3-salt',
  title: 'NSEC3 uses no salt',
  finding: 'NSEC3 with a salt',
  judge: ({ salt }) =>
    salt === ''
      ? pass('NSEC3 uses no salt')
      : `NSEC3 uses the salt ${salt}. A salt does not make guessing names harder, because each zone has its own name in the hash.`,
});

/** The second field of an NSEC3 record is its flags; only opt-out is defined (RFC 5155 section 3.1.2). */
const isOptOut = (data: string): boolean => data.split(' ')[1] === '1';

export const dnssecNsec3Optout = checkOf(signedZone('keys'), {
  id: 'dnssec-nsec3-optout',
  title: 'NSEC3 covers every delegation',
  finding: 'NSEC3 with opt-out',
  judge: ({ dnssec, zone }) => {
    const records = nsec3In(dnssec, zone.name);
    if (records.length === 0) return notApplicable('No NSEC3 record was seen');
    const open = [...new Map(records.filter(({ data }) => isOptOut(data)).map((one) => [one.owner, one])).values()];
    return open.length === 0
      ? pass('No NSEC3 record has the opt-out flag')
      : informational({
          description: `NSEC3 records of ${zone.name} have the opt-out flag, so unsigned delegations can be inserted. Opt-out is meant for large zones of registries.`,
          evidence: [open.map(({ owner, data }) => `${owner}. NSEC3 ${data}`), absenceLine(dnssec)],
        });
  },
});

/** Names that a server synthesizes around the queried name, or around a wildcard (RFC 4470 section 4, RFC 9824). */
const isMadeUp = (name: string): boolean =>
  name.startsWith('perimeter-') || /^(?:\\\d{3}|\\\D|[^a-z0-9_*.\\])+\./u.test(name);

export const dnssecZoneWalkable = checkOf(signedZone('keys'), {
  id: 'dnssec-zone-walkable',
  title: 'The names of the zone cannot be listed',
  finding: 'NSEC lists the names of the zone',
  judge: ({ dnssec, zone }) => {
    const missing = dnssec.targets.find(({ purpose }) => purpose === 'missing-name');
    if (missing === undefined || missing.denial === null) return openBy('no-absence-seen');
    const records = missing.denial.records.filter(({ type }) => type === 'NSEC');
    const real = records.filter(({ owner, data }) => !isMadeUp(data.split(' ')[0] ?? '') && !isMadeUp(owner));
    return real.length === 0
      ? pass('Proofs of missing names show no names of the zone')
      : informational({
          description: `NSEC records of ${zone.name} name the next existing name, so anybody can list the zone: ${firstAndMore(
            real.map(({ data }) => data.split(' ')[0] ?? ''),
            3,
          )}.`,
          evidence: [denialLines(missing), absenceLine(dnssec)],
        });
  },
});
