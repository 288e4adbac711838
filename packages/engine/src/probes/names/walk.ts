import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { NameSighting } from '@perimeter/protocols/names/inventory';
import type { NamesEvidence } from '../../evidence/names/schema.ts';
import { seen, untested } from '../../evidence/observed.ts';
import type { ProbeContext } from '../probe.ts';
import { nameCaps } from './caps.data.ts';

type Walk = NamesEvidence['walk'];
type Step = { next: string } | { ended: 'no-nsec' | 'unanswered' };

const nsecType = typeCode('NSEC');

/** Online signers synthesize a successor: its first label begins with byte 0 (RFC 4470, RFC 9824). */
const isInvented = (name: string): boolean => name.startsWith('\\000');

const nextIn = (data: string): Step => ({ next: (data.split(' ', 1)[0] ?? '').toLowerCase().replace(/\.$/, '') });

/** A resolver follows an alias for any type: the denial of the adjacent name contains its NSEC record. */
async function stepByDenial({ resolver, signal }: ProbeContext, name: string): Promise<Step> {
  const answer = await resolver.exchange(`\\000.${name}`, 'A', { signal });
  if (!answer.ok) return { ended: 'unanswered' };
  const record = answer.message.authorities.find((one) => one.type === nsecType && one.name.toLowerCase() === name);
  return record === undefined ? { ended: 'no-nsec' } : nextIn(printRdata(record.type, record.rdata));
}

async function stepFrom(context: ProbeContext, name: string): Promise<Step> {
  const { cnames, records, status } = await context.resolver.query(name, 'NSEC', { signal: context.signal });
  if (cnames.length > 0) return stepByDenial(context, name);
  const [record] = records;
  if (record !== undefined) return nextIn(record.data);
  return { ended: status === 'nodata' || status === 'nxdomain' ? 'no-nsec' : 'unanswered' };
}

/** Follows a zone's NSEC chain from the domain (RFC 4034 section 4.1.1). */
export async function walkZone(context: ProbeContext, base: string): Promise<Walk> {
  const most = nameCaps[context.target.scanMode].walk;
  if (most === 0) return untested('deep-mode-only');
  const names: string[] = [];
  for (let at = base; names.length < most;) {
    const step = await stepFrom(context, at);
    if ('ended' in step) return seen({ names, ended: step.ended });
    const { next } = step;
    if (isInvented(next)) return seen({ names, ended: 'minimal' });
    if (next === base || next === '' || names.includes(next) || !isAtOrBelow(next, base))
      return seen({ names, ended: 'whole' });
    names.push(next);
    at = next;
  }
  return seen({ names, ended: 'most' });
}

/** Names of the chain as sightings. */
export const walkedNames = (walk: Walk): NameSighting[] =>
  walk.known ? walk.value.names.map((name): NameSighting => ({ name, source: 'nsec' })) : [];
