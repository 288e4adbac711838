import { canonicalName, isAtOrBelow, labelsOf } from '@perimeter/protocols/dns/name';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { parseRecords } from '@perimeter/protocols/dns/record-line';
import { typeCode } from '@perimeter/protocols/dns/types';

/**
 * The root's key signing keys of 2017 and 2024 (https://data.iana.org/root-anchors/root-anchors.xml). The latter signs since 2026-10-11,
 * and the former is revoked on 2027-01-11; from then on its line matches no key.
 */
const rootAnchors = `
. IN DS 20326 8 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D
. IN DS 38696 8 2 683D2D0ACB8C9B712A1948B27F741219298D0A450D612C483AF444A4C0FB2B16
`;

/** A trust anchor: DS or DNSKEY records of one zone. */
export interface TrustAnchor {
  zone: string;
  records: readonly ResourceRecord[];
}

/** Reads anchors from zone-file text; null: the built-in root anchors. Throws ProtocolError. */
export function readAnchors(text: string | null): ResourceRecord[] {
  const wanted = [typeCode('DS'), typeCode('DNSKEY')];
  return parseRecords(text ?? rootAnchors).filter(({ type }) => wanted.includes(type));
}

/** The anchor of the closest zone at or above a name; null where there is none. */
export function anchorFor(name: string, anchors: readonly ResourceRecord[]): TrustAnchor | null {
  const zones = anchors.map((record) => canonicalName(record.name)).filter((zone) => isAtOrBelow(name, zone));
  const [zone] = zones.toSorted((a, b) => labelsOf(b).length - labelsOf(a).length);
  if (zone === undefined) return null;
  return { zone, records: anchors.filter((record) => canonicalName(record.name) === zone) };
}
