/** The fields of a TLSA record (RFC 6698 section 2.1). */
export interface TlsaRecord {
  usage: number;
  selector: number;
  matchingType: number;
  /** Lower-case hex. */
  data: string;
}

/** Certificate usages (RFC 7218 section 2.1). */
export const tlsaUsages = { pkixTa: 0, pkixEe: 1, daneTa: 2, daneEe: 3 } as const;

/** Octets of the data by matching type; null: the whole certificate or key (RFC 6698 section 2.1.3). */
const digestOctets: ReadonlyMap<number, number | null> = new Map([
  [0, null],
  [1, 32],
  [2, 64],
]);

/** Reads RDATA in presentation format (RFC 6698 section 2.2); null where it is in another form. */
export function readTlsa(data: string): TlsaRecord | null {
  const [, usage, selector, matchingType, hex = ''] = /^(\d+) (\d+) (\d+) ?([0-9a-f\s]*)$/i.exec(data) ?? [];
  if (usage === undefined) return null;
  return {
    usage: Number(usage),
    selector: Number(selector),
    matchingType: Number(matchingType),
    data: hex.replaceAll(/\s/g, '').toLowerCase(),
  };
}

/** Records that clients can use; they must ignore others (RFC 7671 section 10.2). */
export function isUsableTlsa({ usage, selector, matchingType, data }: TlsaRecord): boolean {
  const octets = digestOctets.get(matchingType);
  if (usage > tlsaUsages.daneEe || selector > 1 || octets === undefined) return false;
  return octets === null ? data.length > 0 : data.length === octets * 2;
}

/** Records that mail senders can use: they also ignore usages 0 and 1 (RFC 7672 section 3.1.3). */
export const isUsableForMail = (record: TlsaRecord): boolean =>
  isUsableTlsa(record) && (record.usage === tlsaUsages.daneTa || record.usage === tlsaUsages.daneEe);
