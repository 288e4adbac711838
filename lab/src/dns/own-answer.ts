import { extendedErrorOptionOf, queryEdns } from '@perimeter/protocols/dns/edns';
import { flagsOf, responseCodes, type Message } from '@perimeter/protocols/dns/message';
import { canonicalName, decodeName, isAtOrBelow, parentName } from '@perimeter/protocols/dns/name';
import { chaosClass, type Question, type ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { isBelowDomain } from '@perimeter/protocols/domain/below';
import type { LoadedZone } from './own-zones.ts';

const cname = typeCode('CNAME');
const soa = typeCode('SOA');
const any = 255;
const maxAliases = 16;

/** RFC 8914 section 4. */
const extendedError = { dnssecBogus: 6, signatureExpired: 7, noReachableAuthority: 22 } as const;

type Found = Pick<Message, 'responseCode' | 'answers' | 'authorities'> & { readonly extendedError?: number };

/** Whom a server answers for: any zone, like a resolver, or only its own. */
export type Role = 'resolver' | 'authoritative';

/**
 * Answers like a recursive resolver, or as the server of all zones: in memory, following aliases, without signatures.
 */
export function answer(query: Message, zones: readonly LoadedZone[], role: Role = 'resolver'): Message {
  const [question] = query.questions;
  const isQuestion = question !== undefined && query.opcode === 0;
  const trusting = query.flags.checkingDisabled || role === 'authoritative';
  const resolved = isQuestion ? resolve(question, zones, { trusting, role }) : empty(responseCodes.notImplemented);
  const isRefused =
    role === 'authoritative' && (resolved.extendedError !== undefined || question?.class === chaosClass);
  const found = isRefused ? empty(responseCodes.refused) : resolved;
  const options =
    found.extendedError === undefined ? [] : [extendedErrorOptionOf({ code: found.extendedError, text: '' })];
  return {
    id: query.id,
    opcode: query.opcode,
    flags: flagsOf({
      response: true,
      recursionDesired: query.flags.recursionDesired,
      authoritative: role === 'authoritative' && !isRefused,
      recursionAvailable: role === 'resolver',
      checkingDisabled: query.flags.checkingDisabled,
    }),
    responseCode: found.responseCode,
    questions: query.questions,
    answers: found.answers,
    authorities: found.authorities,
    additionals: [],
    edns: query.edns === null ? null : queryEdns(query.edns.dnssecOk, options),
  };
}

function resolve(
  question: Question,
  zones: readonly LoadedZone[],
  { trusting, role }: { trusting: boolean; role: Role },
): Found {
  const answers: ResourceRecord[] = [];
  let name = canonicalName(question.name);
  for (let aliases = 0; aliases < maxAliases; aliases += 1) {
    const zone = zoneFor(name, zones);
    // An authoritative server answers for its own zones, and the resolver follows the alias further.
    if (zone === undefined && role === 'authoritative' && answers.length > 0)
      return { responseCode: responseCodes.noError, answers, authorities: [] };
    if (zone === undefined)
      return { ...empty(responseCodes.serverFailure), extendedError: extendedError.noReachableAuthority };
    if (zone.fault !== undefined && !trusting) {
      return {
        ...empty(responseCodes.serverFailure),
        extendedError: zone.fault === 'bogus' ? extendedError.dnssecBogus : extendedError.signatureExpired,
      };
    }
    const here = recordsAt(name, zone);
    const matching = here.filter(({ type }) => type === question.type || question.type === any);
    if (matching.length > 0)
      return { responseCode: responseCodes.noError, answers: [...answers, ...matching], authorities: [] };
    const alias = here.find(({ type }) => type === cname);
    if (alias === undefined) return negative(name, zone, answers, here.length > 0);
    // Authoritative servers return what they have of an alias loop; resolvers fail.
    if (role === 'authoritative' && answers.includes(alias))
      return { responseCode: responseCodes.noError, answers, authorities: [] };
    answers.push(alias);
    name = canonicalName(`${decodeName(alias.rdata, 0).name}`);
  }
  return empty(responseCodes.serverFailure);
}

/** The zone with the nearest origin; none for a broken delegation. */
function zoneFor(name: string, zones: readonly LoadedZone[]): LoadedZone | undefined {
  const holding = zones.filter(({ origin }) => isAtOrBelow(name, origin));
  const [nearest] = holding.toSorted((a, b) => b.origin.length - a.origin.length);
  return nearest !== undefined && leadsElsewhere(name, nearest) ? undefined : nearest;
}

function leadsElsewhere(name: string, { origin, records }: LoadedZone): boolean {
  const ns = typeCode('NS');
  for (let at: string | null = name; at !== null && at !== origin; at = parentName(at)) {
    if (records.get(at)?.some(({ type }) => type === ns) === true) return true;
  }
  return false;
}

/** The records of a name, or those of the wildcard that covers it (RFC 4592). */
function recordsAt(name: string, { origin, records }: LoadedZone): readonly ResourceRecord[] {
  const exact = records.get(name);
  if (exact !== undefined || existsBelow(name, records)) return exact ?? [];
  for (let at = parentName(name); at !== null && isAtOrBelow(at, origin); at = parentName(at)) {
    const wildcard = records.get(`*.${at}`);
    if (wildcard !== undefined) return wildcard.map((record) => ({ ...record, name }));
    if (records.has(at) || existsBelow(at, records)) return [];
  }
  return [];
}

function existsBelow(name: string, records: LoadedZone['records']): boolean {
  return [...records.keys()].some((owner) => isBelowDomain(owner, name));
}

function negative(name: string, zone: LoadedZone, answers: ResourceRecord[], exists: boolean): Found {
  const nameExists = exists || existsBelow(name, zone.records);
  const authorities = (zone.records.get(zone.origin) ?? []).filter(({ type }) => type === soa);
  return { responseCode: nameExists ? responseCodes.noError : responseCodes.nameError, answers, authorities };
}

function empty(responseCode: number): Found {
  return { responseCode, answers: [], authorities: [] };
}
