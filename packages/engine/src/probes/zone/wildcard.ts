import { txtOctets } from '@perimeter/protocols/dns/rdata';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { netFailed, type Observed, seen, unobserved } from '../../evidence/observed.ts';
import type { ZoneEvidence } from '../../evidence/zone/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { recordOwners } from '../record-owners.data.ts';

/** Most values of a name, and their length. */
const [maxValues, maxValue] = [20, 1_024];
const randomLabels = 3;

function valuesOf({ status, records, type, failure }: DnsAnswer): Observed<string[]> {
  if (status === 'servfail' || status === 'refused' || status === 'failed')
    return unobserved(failure ?? netFailed('malformed', 'resolver-status', status));
  const values = records.map(({ data }) => (type === 'TXT' && !data.startsWith('\\#') ? txtOctets(data) : data));
  return seen(values.slice(0, maxValues).map((value) => value.slice(0, maxValue)));
}

/** Aliases count as records of the name. */
const addressValues = (answer: DnsAnswer): Observed<string[]> => {
  const values = valuesOf(answer);
  return values.known ? seen([...answer.cnames, ...values.value]) : values;
};

/** Answers to random names by the resolver, as visitors and mail senders get them. */
export async function askWildcard(
  { resolver, signal, target }: ProbeContext,
  zone: string,
): Promise<ZoneEvidence['wildcard']> {
  const seed = target.seed.slice(0, 12).toLowerCase();
  const labels = Array.from({ length: randomLabels }, (_, at) => (at === 0 ? `perimeter-${seed}` : `p${at}-${seed}`));
  const [label = ''] = labels;
  const ask = async (name: string, type: string) => resolver.query(`${name}.${zone}`, type, { signal });
  const [mx, txt, atDmarc, atDomainkey, ...addresses] = await Promise.all([
    ask(label, 'MX'),
    ask(label, 'TXT'),
    ask(recordOwners.dmarc.label, 'TXT'),
    ask(recordOwners.dkim.label, 'TXT'),
    ...labels.map(async (one) => ask(one, 'A')),
  ]);
  const found = addresses.map(addressValues);
  const unknown = found.find(({ known }) => !known);
  return {
    labels,
    address: unknown !== undefined && !unknown.known ? unknown : seen(found.map((one) => (one.known ? one.value : []))),
    mx: valuesOf(mx),
    txt: valuesOf(txt),
    atDmarc: valuesOf(atDmarc),
    atDomainkey: valuesOf(atDomainkey),
  };
}
