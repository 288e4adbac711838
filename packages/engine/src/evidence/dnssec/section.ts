import { algorithmName } from '@perimeter/protocols/dns/dnssec-algorithms';
import type { Section, SectionCell, SectionStatus, Tone } from '@perimeter/contract/section';
import type { Security } from '../dns/schema.ts';
import { filled, state, tableOf } from '../section.ts';
import { trustScene } from './chain-scene.ts';
import { reasonTexts } from './reason-texts.data.ts';
import type { DnssecEvidence, TargetFacts, ZoneFacts } from './schema.ts';

const securityTones: Readonly<Record<Security, Tone>> = {
  secure: 'good',
  insecure: 'neutral',
  bogus: 'bad',
  indeterminate: 'fair',
};

const stateOf = ({ effective: { security, reason } }: Pick<ZoneFacts, 'effective'>): SectionStatus =>
  state(securityTones[security], reason === 'signed' ? security : `${security}: ${reasonTexts[reason]}`);

const nameOf = (zone: string): string => (zone === '.' ? 'root zone' : zone);

const keyText = ({ algorithm, keyTag }: { algorithm: number; keyTag: number }): string =>
  `${algorithmName(algorithm)} ${keyTag}`;

const zoneRow = (zone: ZoneFacts): SectionCell[] => [
  nameOf(zone.name),
  stateOf(zone),
  zone.ds === null ? null : zone.ds.map((ds) => `${ds.keyTag} (digest type ${ds.digestType})`).join(', ') || 'none',
  zone.keys === null ? null : zone.keys.map(keyText).join(', ') || 'none',
];

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The signature that decides: one that verifies, else the first. */
function targetRow(target: TargetFacts): SectionCell[] {
  const signature = target.signatures.find(({ verdict }) => verdict === 'valid') ?? target.signatures[0];
  const proof = target.denial?.kind;
  const by = signature === undefined ? (proof === undefined ? null : proof.toUpperCase()) : keyText(signature);
  const name = target.owner === target.name ? target.name : `${target.name} → ${target.owner}`;
  return [name, target.type, stateOf(target), by, signature === undefined ? null : dateOf(signature.expiration)];
}

/** DNSSEC: the chain of trust zone by zone, and what the target's records and absences rest on. */
export function dnssecSection({ dnssec }: { dnssec?: DnssecEvidence | undefined }): Section | null {
  if (dnssec === undefined || dnssec.zones.length === 0) return null;
  return {
    id: 'dnssec',
    title: 'DNSSEC',
    tables: filled(
      tableOf(
        'Zones from the trust anchor down',
        [
          ['Zone', 'code'],
          ['State', 'status'],
          ['DS key tags', 'text'],
          ['Keys', 'text'],
        ],
        dnssec.zones.map(zoneRow),
      ),
      tableOf(
        'Records and proofs of absence',
        [
          ['Name', 'code'],
          ['Type', 'code'],
          ['State', 'status'],
          ['Signed with', 'text'],
          ['Until', 'date'],
        ],
        dnssec.targets.map(targetRow),
      ),
    ),
    figures: [{ caption: 'Chain of trust', scene: trustScene(dnssec) }],
  };
}
