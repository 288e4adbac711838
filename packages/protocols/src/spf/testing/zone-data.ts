import type { SpfAnswer, SpfLookup } from '../lookup.ts';

/** Zones in the form of the public suites: each name with records, a record that times out included. */
export type ZoneData = Record<string, ('TIMEOUT' | Record<string, unknown>)[]>;

const joined = (value: unknown): string => (Array.isArray(value) ? value.join('') : String(value));

/** The octets of a text as the suites write them, one character each. */
const octets = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function valuesOf(records: ZoneData[string], type: string): string[] {
  return records.flatMap((record) => {
    if (record === 'TIMEOUT' || !(type in record)) return [];
    const value = record[type];
    return [
      type === 'TXT' || type === 'SPF'
        ? octets(joined(value))
        : String(type === 'MX' && Array.isArray(value) ? value[1] : value),
    ];
  });
}

/** Answers from zone data: a name with SPF records only has them as TXT too, and NONE is no record. */
export function scriptedLookup(zones: ZoneData): SpfLookup {
  const byName = new Map(Object.entries(zones).map(([name, records]) => [name.toLowerCase(), records]));
  const lookup = async (name: string, type: string, links: number): Promise<SpfAnswer> => {
    const records = byName.get(name.toLowerCase());
    if (records === undefined) return [];
    const onlySpf = type === 'TXT' && !records.some((record) => record !== 'TIMEOUT' && 'TXT' in record);
    const values = valuesOf(records, onlySpf ? 'SPF' : type).filter((value) => value !== 'NONE');
    if (values.length > 0) return values;
    const [alias] = valuesOf(records, 'CNAME');
    if (alias !== undefined && links < 8) return lookup(alias, type, links + 1);
    return records.includes('TIMEOUT') ? null : [];
  };
  return async (name, type) => lookup(name, type, 0);
}
