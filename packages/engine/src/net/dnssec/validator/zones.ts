import { joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import { anchorFor, type TrustAnchor } from '../anchors.ts';
import { rrsetOf, type SignedZone } from '../rrset.ts';
import { hasAlias } from './alias.ts';
import { judgeKeys } from './delegation.ts';
import { denialOf, shownDenial, unproved } from './denial.ts';
import { readDenial } from './denial-records.ts';
import type { Inquiry } from './inquiry.ts';
import { judgeSet, shownOf } from './record-set.ts';
import {
  capped,
  indeterminate,
  insecure,
  unanswered,
  weakest,
  type JudgedSecurity,
  type ProofStep,
} from './security.ts';

/** A zone on the way down: its trusted keys, or why there are none. */
export interface Zone extends JudgedSecurity {
  effective: JudgedSecurity;
  zone: SignedZone;
  proof: readonly ProofStep[];
}

/** Longer names are not resolved label by label. */
const mostLabels = 16;

/** The zones of one audit, each judged once. */
export class Zones {
  readonly #anchors: TrustAnchor['records'];
  readonly #known = new Map<string, Promise<Zone>>();

  constructor(anchors: TrustAnchor['records']) {
    this.#anchors = anchors;
  }

  /** The zone that holds a name; queries for all levels are sent at once, and count for every caller. */
  async zoneOf(name: string, inquiry: Inquiry): Promise<Zone> {
    const anchor = anchorFor(name, this.#anchors);
    const none = { zone: { name, keys: [] }, proof: [] };
    if (anchor === null) return { ...indeterminate('no-anchor'), effective: indeterminate('no-anchor'), ...none };
    const labels = labelsOf(name);
    const depth = labels.length - labelsOf(anchor.zone).length;
    if (labels.length > mostLabels) return { ...capped, effective: capped, ...none };
    const below = Array.from({ length: depth }, (_, index) => joinLabels(labels.slice(depth - 1 - index)));
    void inquiry.ask(anchor.zone, 'DNSKEY');
    for (const each of below) void Promise.all([inquiry.ask(each, 'DS'), inquiry.ask(each, 'DNSKEY')]);
    let zone = this.#once(anchor.zone, async () => this.#enter(anchor.zone, anchor.records, [], inquiry));
    for (const each of below) {
      const above = zone;
      zone = this.#once(each, async () => this.#descend(await above, each, inquiry));
    }
    return zone;
  }

  async #once(name: string, judge: () => Promise<Zone>): Promise<Zone> {
    const known = this.#known.get(name) ?? judge();
    this.#known.set(name, known);
    return known;
  }

  /** Judges a zone's keys by its DS records or anchors. */
  async #enter(
    name: string,
    pointers: TrustAnchor['records'],
    proof: readonly ProofStep[],
    inquiry: Inquiry,
  ): Promise<Zone> {
    const message = await inquiry.ask(name, 'DNSKEY');
    const rrset = rrsetOf(message?.answers ?? [], name, 'DNSKEY');
    const judged = judgeKeys(rrset, pointers, inquiry);
    await inquiry.work.pause();
    const open = unanswered(message);
    const isOpen = open !== null && judged.security !== 'insecure';
    const { security, reason } = isOpen ? open : await inquiry.soften(judged, name);
    const { entryKeys } = judged;
    const signature = shownOf(judged);
    const step: ProofStep = { kind: 'keys', name, type: 'DNSKEY', zone: name, signature, entryKeys, security, reason };
    const effective = isOpen ? open : await inquiry.soften(judged.effective, name);
    return { security, reason, effective, zone: judged.zone, proof: [...proof, step] };
  }

  /** From a zone above a name to the zone that holds it: the same one, or a delegated one. */
  async #descend(above: Zone, name: string, inquiry: Inquiry): Promise<Zone> {
    if (above.security !== 'secure') return above;
    const message = await inquiry.ask(name, 'DS');
    const open = unanswered(message);
    const end = async (found: JudgedSecurity, shown: Partial<ProofStep> = {}): Promise<Zone> => {
      const judged = await inquiry.soften(found, name);
      const place = { kind: 'delegation', name, type: 'DS', zone: above.zone.name, signature: null } as const;
      const step: ProofStep = { ...place, ...shown, ...judged };
      return { ...judged, effective: judged, zone: { name, keys: [] }, proof: [...above.proof, step] };
    };
    if (open !== null || message === null) return end(open ?? indeterminate('no-answer'));
    const ds = rrsetOf(message.answers, name, 'DS');
    if (ds.records.length > 0) {
      const judged = judgeSet(ds, above.zone, inquiry);
      const { security, reason } = judged;
      if (security !== 'secure') return end({ security, reason }, { signature: shownOf(judged) });
      const below = await this.#enter(name, ds.records, above.proof, inquiry);
      return { ...below, effective: weakest(below.effective, above.effective) };
    }
    if (hasAlias(message)) return above;
    const records = readDenial(message, above.zone, inquiry);
    await inquiry.work.pause();
    const denial = denialOf(name, 'DS', records, inquiry.work);
    const shown = { denial: shownDenial(denial, records) };
    if (denial.proves === null && denial.lacks !== 'opt-out') return end(unproved(records, inquiry.work), shown);
    const isDelegated = denial.proves === 'nodata' && denial.delegated;
    if (denial.proves !== null && denial.proves !== 'no-ds' && !isDelegated) return above;
    const keys = await inquiry.ask(name, 'DNSKEY');
    const hasKeys = rrsetOf(keys?.answers ?? [], name, 'DNSKEY').records.length > 0;
    return end(insecure(isDelegated ? 'no-ds' : 'opt-out'), { ...shown, hasKeys });
  }
}
