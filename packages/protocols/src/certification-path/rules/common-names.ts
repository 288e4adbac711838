import { printIpv4, printIpv6 } from '../../dns/address.ts';
import type { GeneralName } from '../../x509/general-name.ts';
import type { ParsedCertificate } from '../../x509/certificate.ts';

const commonNameId = '2.5.4.3';

/** The names of a leaf as its common name may repeat them (Baseline Requirements section 7.1.4.3). */
export const hostTexts = (names: readonly GeneralName[]): string[] =>
  names.flatMap((name) => {
    if (name.type === 'dns') return [name.text];
    if (name.type !== 'ip') return [];
    return name.bytes.length === 4 ? [printIpv4(name.bytes)] : [printIpv6(name.bytes)];
  });

/** Common names that equal no subjectAltName character for character; empty where there are no such names. */
export function strangeCommonNames(leaf: ParsedCertificate): string[] {
  const texts = hostTexts(leaf.subjectAltName ?? []);
  const commonNames = leaf.subject.rdns.flat().filter(({ oid }) => oid === commonNameId);
  return texts.length === 0
    ? []
    : commonNames.flatMap(({ text }) => (text === null || texts.includes(text) ? [] : [text]));
}
