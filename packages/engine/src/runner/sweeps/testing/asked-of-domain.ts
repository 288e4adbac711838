import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { listedNames } from '@perimeter/protocols/names/common-names.data';
import { type RecordOwner, recordOwners } from '../../../probes/record-owners.data.ts';
import { plannedQuestions } from '../../../probes/dns/questions.data.ts';
import { serviceOwners } from '../../../probes/names/caps.data.ts';
import { genericSelectors, mailLabels } from '../../../probes/mail-auth/selectors.data.ts';
import { probes } from '../../../probes/registry.ts';
import { labContext } from '../../../probes/testing/lab-context.ts';
import { gather } from '../../gather.ts';
import { failOnBug } from '../../testing/on-bug.ts';

type Mode = 'standard' | 'deep';

/** A query, with its name relative to the audited domain. */
interface Asked {
  label: string;
  type: string;
}

/** An audit's queries to the resolver about the domain and names below it. */
async function askedBy(domain: string, scanMode: Mode): Promise<Asked[]> {
  const context = labContext(domain, { target: { scanMode } });
  await gather(context, probes, { onProbe: () => {}, onBug: failOnBug }).settled(probes.map(({ kind }) => kind));
  return (await context.lookups()).flatMap(({ name, type }) => {
    const at = `.${name}`.lastIndexOf(`.${domain}`);
    return at === -1 ? [] : [{ label: name.slice(0, Math.max(0, at - 1)), type }];
  });
}

/** Random labels, as described in the published list. */
const random = /^(?:perimeter-[0-9a-z]+|p\d-[0-9a-z]+|p[0-9a-f]{11}(?:\._(?:tcp|tls))?)$/;
const addressTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'CAA'];

/** Host labels that an audit may query: the list, and names in the lab's zones. */
const hostsOf = (mode: Mode): Set<string> =>
  new Set(['', 'www', 'mta-sts', ...listedNames[mode], ...(mode === 'deep' ? mailLabels : []), 'intranet']);

function isPublished({ label, type }: Asked, mode: Mode): boolean {
  const hosts = hostsOf(mode);
  const selectors = new Set(genericSelectors.map((selector) => selector.toLowerCase()));
  const owners = Object.values<RecordOwner>(recordOwners);
  const isOwner = owners.some(
    (owner) =>
      type === owner.type && [...hosts].some((host) => label === [owner.label, host].filter(Boolean).join('.')),
  );
  const isService = type === 'SRV' && serviceOwners.includes(label);
  const selector = /^([^.]+)\._domainkey$/.exec(label)?.[1] ?? '';
  const isKey = type === 'TXT' && (selectors.has(selector) || random.test(selector));
  const apex = [...plannedQuestions.map((one) => one.type), 'CDS', 'CDNSKEY', 'NSEC3PARAM', 'SPF', 'SSHFP'];
  if (label === '' && (apex.includes(type) || (mode === 'deep' && type === 'NSEC'))) return true;
  if (hosts.has(label) && [...addressTypes, 'HTTPS'].includes(type)) return true;
  return isOwner || isService || isKey || random.test(label);
}

/** Keys of zones on the way to a name, which are queried where signatures are verified. */
const isOnTheWay = ({ label, type }: Asked, asked: readonly Asked[]): boolean =>
  ['DS', 'DNSKEY'].includes(type) && asked.some((one) => `.${one.label}`.endsWith(`.${label}`) && one.type !== type);

/** Tests the names that an audit of this domain asks for. */
export function testAskedNames(domain: string, mode: Mode): void {
  labTest(`${domain}, ${mode}: every name that is asked is published, and every published one is asked`, async () => {
    const asked = await askedBy(domain, mode);
    const unpublished = asked.filter((one) => !isPublished(one, mode) && !isOnTheWay(one, asked));
    assert.deepEqual(unpublished, []);
    const labels = new Set(asked.map(({ label }) => label));
    const atDomain = Object.values<RecordOwner>(recordOwners).filter(({ of }) => of.includes('the domain'));
    for (const word of [...listedNames[mode], ...serviceOwners, ...atDomain.map(({ label }) => label)])
      assert.ok(labels.has(word), `${word} was not asked`);
    if (mode === 'deep') for (const word of mailLabels) assert.ok(labels.has(word), `${word} was not asked`);
  });
}
