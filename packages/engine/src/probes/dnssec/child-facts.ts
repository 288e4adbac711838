import { decodeDnskey, decodeDs } from '@perimeter/protocols/dns/dnssec';
import { toUpperHex } from '@perimeter/protocols/dns/encodings';
import { ByteReader } from '@perimeter/protocols/byte-reader';
import type { DnssecEvidence } from '../../evidence/dnssec/schema.ts';
import { netFailed, seen, unobserved } from '../../evidence/observed.ts';
import { decodeAll } from '../../net/dnssec/rrset.ts';
import { weakest } from '../../net/dnssec/validator/security.ts';
import type { ProbeContext } from '../probe.ts';
import { setOf } from './asking.ts';
import { dsFactsOf } from './key-facts.ts';

/** Algorithm of CDS and CDNSKEY records that request removal of the DS (RFC 8078 section 4). */
const deletion = 0;

const unanswered = unobserved(netFailed('malformed', 'nothing-answered'));

/** CDS and CDNSKEY of a zone, and which of its keys they name. */
export async function childSyncOf(context: ProbeContext, apex: string): Promise<DnssecEvidence['childSync']> {
  const { validator } = context;
  const [cds, cdnskey, keys, cdsJudged, cdnskeyJudged] = await Promise.all([
    setOf(context, apex, 'CDS'),
    setOf(context, apex, 'CDNSKEY'),
    setOf(context, apex, 'DNSKEY'),
    validator.validate(apex, 'CDS'),
    validator.validate(apex, 'CDNSKEY'),
  ]);
  const own = keys?.records ?? [];
  const known = new Set(decodeAll(own, decodeDnskey).map(({ algorithm, keyTag }) => `${algorithm} ${keyTag}`));
  const named = decodeAll(cdnskey?.records ?? [], decodeDnskey).map(({ flags, algorithm, keyTag }) => ({
    flags,
    algorithm,
    keyTag,
    matches: known.has(`${algorithm} ${keyTag}`),
  }));
  const algorithms = [...named, ...decodeAll(cds?.records ?? [], decodeDs)].map(({ algorithm }) => algorithm);
  return {
    cds: cds === null ? unanswered : seen(dsFactsOf(apex, cds.records, own)),
    cdnskey: cdnskey === null ? unanswered : seen(named.toSorted((a, b) => a.keyTag - b.keyTag)),
    security: weakest(cdsJudged, cdnskeyJudged).security,
    deletes: algorithms.includes(deletion),
  };
}

function parametersIn(rdata: Uint8Array): { iterations: number; salt: string } {
  const reader = new ByteReader(rdata);
  reader.u8();
  reader.u8();
  const iterations = reader.u16();
  return { iterations, salt: toUpperHex(reader.take(reader.u8())) };
}

/** NSEC3PARAM of a zone (RFC 5155 section 4). */
export async function nsec3ParamOf(context: ProbeContext, apex: string): Promise<DnssecEvidence['nsec3Param']> {
  const rrset = await setOf(context, apex, 'NSEC3PARAM');
  if (rrset === null) return unanswered;
  const [first] = decodeAll(rrset.records, parametersIn).toSorted((a, b) => b.iterations - a.iterations);
  return seen(first ?? null);
}
