import { canonicalName } from '@perimeter/protocols/dns/name';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { ReadSetting, SetVariables } from '../environment/setting.ts';

/** A block list that the operator enabled. Its zone may contain a key, so only `shown` may be reported. */
export interface BlockList {
  about: 'address' | 'domain';
  /** The queried zone without a trailing dot: a secret. */
  zone: string;
  /** The zone without its key. */
  shown: string;
  /** A domain that the list always contains (RFC 5782 section 5 for domains: TEST). */
  testPoint: string;
  /** A Spamhaus list, whose answer codes are known. */
  isSpamhaus: boolean;
}

/** Third-party sources that may be queried. */
export interface Sources {
  /** Registries over RDAP: enabled unless all sources are disabled. */
  registries: boolean;
  /** Team Cymru's mapping of addresses to autonomous systems, over DNS. */
  cymru: boolean;
  blockLists: readonly BlockList[];
}

/** The default sources. */
export const defaultSources: Sources = { registries: true, cymru: false, blockLists: [] };
const noSources: Sources = { registries: false, cymru: false, blockLists: [] };

/** RFC 5782 section 5. */
const domainTestPoint = 'test';

/** A long first label of letters and digits is a customer's key. */
const keyLabel = /^(?=[^.]*\d)[a-z0-9]{12,}\./;

function zoneOf(text: string): string | null {
  try {
    const name = canonicalName(text);
    return name === '.' || !name.includes('.') ? null : name.replace(/\.$/, '');
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** Always contained in the Spamhaus domain list. */
const spamhausTestPoint = 'dbltest.com';

/** A list by its zone: those below spamhaus.org and spamhaus.net answer with Spamhaus codes, including the policy list's. */
function namedList(about: BlockList['about'], zone: string): BlockList {
  const isSpamhaus = /\.spamhaus\.(?:org|net)$/.test(zone);
  const shown = zone.replace(zone.endsWith('.dq.spamhaus.net') ? /^[^.]+\./ : keyLabel, '<key>.');
  return { about, zone, shown, testPoint: isSpamhaus ? spamhausTestPoint : domainTestPoint, isSpamhaus };
}

/** Spamhaus Data Query Service, https://docs.spamhaus.com/datasets/docs/source/40-real-world-usage/PublicMirrors/: key, list, `dq.spamhaus.net`. */
const spamhaus = (key: string): BlockList[] =>
  (
    [
      ['address', 'zen'],
      ['domain', 'dbl'],
    ] as const
  ).map(([about, list]) => namedList(about, `${key}.${list}.dq.spamhaus.net`));

/** Parses one entry of the setting; null: invalid. */
function entryOf(entry: string): Partial<Sources> | null {
  if (entry === 'rdap') return {};
  if (entry === 'cymru') return { cymru: true };
  const [, kind = '', rest = ''] = /^(dqs|address-list|domain-list):(.+)$/.exec(entry) ?? [];
  if (kind === 'dqs') return /^[a-z0-9]{8,63}$/.test(rest) ? { blockLists: spamhaus(rest) } : null;
  const zone = zoneOf(rest);
  if (kind === '' || zone === null) return null;
  return { blockLists: [namedList(kind === 'address-list' ? 'address' : 'domain', zone)] };
}

const mostLists = 8;

/** Parses PERIMETER_SOURCES; problems never repeat an entry, which may contain a key. */
export function readSources({ PERIMETER_SOURCES: text = '' }: SetVariables): ReadSetting<Sources> {
  if (text === '') return { ok: true, value: defaultSources };
  if (text === 'none') return { ok: true, value: noSources };
  const entries = text.split(',').map((entry) => entryOf(entry.trim().toLowerCase()));
  const bad = entries.indexOf(null);
  if (bad !== -1) {
    const expected = 'rdap, cymru, dqs:KEY, address-list:ZONE or domain-list:ZONE';
    return { ok: false, problem: `PERIMETER_SOURCES: entry ${bad + 1} is not ${expected} (or none alone)` };
  }
  const blockLists = entries.flatMap((entry) => entry?.blockLists ?? []);
  if (blockLists.length > mostLists) return { ok: false, problem: `PERIMETER_SOURCES: more than ${mostLists} lists` };
  return { ok: true, value: { registries: true, cymru: entries.some((entry) => entry?.cymru === true), blockLists } };
}
