import type { Message } from '@perimeter/protocols/dns/message';
import { joinLabels, labelsOf, parentName } from '@perimeter/protocols/dns/name';
import { anchorFor, type TrustAnchor } from '../anchors.ts';
import { rrsetOf, type Rrset, type SignedZone } from '../rrset.ts';
import { findAlias, hasAlias } from './alias.ts';
import { judgeKeys } from './delegation.ts';
import { denialOf, judgeAbsence, judgeExpansion, unproved } from './denial.ts';
import { readDenial } from './denial-records.ts';
import { isExpanded, judgeSet, type JudgedSet } from './record-set.ts';
import {
  capped,
  indeterminate,
  insecure,
  unanswered,
  weakest,
  type Judged,
  type ProofStep,
  type ValidationLookup,
} from './security.ts';
import { Work } from './work.ts';

/** What to validate with. */
export interface ValidatorSettings {
  lookup: ValidationLookup;
  /** DS and DNSKEY records that are trusted. */
  anchors: TrustAnchor['records'];
  nowMs: number;
  /** The resolver leaves out signatures and proofs: their absence then says nothing about the zone. */
  isStripping?: boolean;
}

/** An answer with its security. */
export interface Validated extends Judged {
  /** What counts for operators that treat SHA-1 as unsigned (RFC 9905). */
  effective: Judged;
  /** The records of the type, where the last link of the aliases has any. */
  records: TrustAnchor['records'];
  /** Owner of the records: the last link of the aliases. */
  owner: string;
  /** From the anchor down, then each link of the aliases. */
  proof: readonly ProofStep[];
}

/** A zone on the way down: trusted keys, or why there are none. */
interface Zone extends Judged {
  effective: Judged;
  zone: SignedZone;
  proof: readonly ProofStep[];
}

/** Links of aliases that are followed; a longer chain is not judged. */
const mostLinks = 8;
/** Names longer than this are not chased down label by label. */
const mostLabels = 16;

const shownOf = ({ signature }: JudgedSet): ProofStep['signature'] => {
  if (signature === null) return null;
  const { signature: _octets, ...shown } = signature;
  return shown;
};

/**
 * Validates answers from the trust anchor down with our own arithmetic. One for each audit: every question is asked once,
 * and every zone is judged once. It never trusts the AD bit, and never calls anything secure without proof.
 */
export class Validator {
  readonly #settings: ValidatorSettings;
  readonly #nowSeconds: number;
  readonly #work = new Work();
  readonly #answers = new Map<string, Promise<Message | null>>();
  readonly #zones = new Map<string, Promise<Zone>>();

  constructor(settings: ValidatorSettings) {
    this.#settings = settings;
    this.#nowSeconds = Math.floor(settings.nowMs / 1000);
  }

  /** How much arithmetic was done so far. */
  get work(): { verifications: number; hashRounds: number } {
    return this.#work.done;
  }

  /** Validates the records of a name and type, through its aliases. The name is canonical. */
  async validate(name: string, type: string): Promise<Validated> {
    return this.#follow(name, type, []);
  }

  async #ask(name: string, type: string): Promise<Message | null> {
    const key = `${name} ${type}`;
    const known = this.#answers.get(key) ?? this.#settings.lookup(name, type);
    this.#answers.set(key, known);
    return known;
  }

  /** The zone that holds a name; all questions on the way are asked at once. */
  async #zoneOf(name: string): Promise<Zone> {
    const anchor = anchorFor(name, this.#settings.anchors);
    const none = { zone: { name, keys: [] }, proof: [] };
    if (anchor === null) return { ...indeterminate('no-anchor'), effective: indeterminate('no-anchor'), ...none };
    const labels = labelsOf(name);
    const depth = labels.length - labelsOf(anchor.zone).length;
    if (labels.length > mostLabels) return { ...capped, effective: capped, ...none };
    const below = Array.from({ length: depth }, (_, index) => joinLabels(labels.slice(depth - 1 - index)));
    for (const each of below) void Promise.all([this.#ask(each, 'DS'), this.#ask(each, 'DNSKEY')]);
    let zone = this.#zoneAt(anchor.zone, async () => this.#enter(anchor.zone, anchor.records, []));
    for (const each of below) {
      const above = zone;
      zone = this.#zoneAt(each, async () => this.#descend(await above, each));
    }
    return zone;
  }

  async #zoneAt(name: string, judge: () => Promise<Zone>): Promise<Zone> {
    const known = this.#zones.get(name) ?? judge();
    this.#zones.set(name, known);
    return known;
  }

  /** Trusts a zone's keys by what points to them. */
  async #enter(name: string, pointers: TrustAnchor['records'], proof: readonly ProofStep[]): Promise<Zone> {
    const message = await this.#ask(name, 'DNSKEY');
    const rrset = rrsetOf(message?.answers ?? [], name, 'DNSKEY');
    const judged = judgeKeys(rrset, pointers, this.#nowSeconds, this.#work);
    await this.#work.pause();
    const open = unanswered(message);
    const isOpen = open !== null && judged.security !== 'insecure';
    const { security, reason } = isOpen ? open : this.#soften(judged);
    const step: ProofStep = {
      kind: 'keys',
      name,
      type: 'DNSKEY',
      zone: name,
      signature: shownOf(judged),
      security,
      reason,
    };
    const effective = isOpen ? open : this.#soften(judged.effective);
    return { security, reason, effective, zone: judged.zone, proof: [...proof, step] };
  }

  /** What a stripping resolver takes away is not missing from the zone. */
  #soften({ security, reason }: Judged): Judged {
    const isTakenAway = reason === 'rrsig-missing' || reason === 'denial-missing' || reason === 'key-missing';
    return this.#settings.isStripping === true && isTakenAway ? indeterminate('stripped') : { security, reason };
  }

  /** From the zone above a name to the zone that holds it: the same, or another by a delegation. */
  async #descend(above: Zone, name: string): Promise<Zone> {
    if (above.security !== 'secure') return above;
    const message = await this.#ask(name, 'DS');
    const open = unanswered(message);
    const end = (found: Judged, signature: ProofStep['signature'] = null): Zone => {
      const judged = this.#soften(found);
      const step: ProofStep = { kind: 'delegation', name, type: 'DS', zone: above.zone.name, signature, ...judged };
      return { ...judged, effective: judged, zone: { name, keys: [] }, proof: [...above.proof, step] };
    };
    if (open !== null || message === null) return end(open ?? indeterminate('no-answer'));
    const ds = rrsetOf(message.answers, name, 'DS');
    if (ds.records.length > 0) {
      const judged = judgeSet(ds, above.zone, this.#nowSeconds, this.#work);
      if (judged.security !== 'secure')
        return end({ security: judged.security, reason: judged.reason }, shownOf(judged));
      const below = await this.#enter(name, ds.records, above.proof);
      return { ...below, effective: weakest(below.effective, above.effective) };
    }
    if (hasAlias(message)) return above;
    const records = readDenial(message, above.zone, this.#nowSeconds, this.#work);
    await this.#work.pause();
    const denial = denialOf(name, 'DS', records, this.#work);
    if (denial.proves === null)
      return end(denial.lacks === 'opt-out' ? insecure('opt-out') : unproved(records, this.#work));
    if (denial.proves === 'no-ds') return end(insecure('opt-out'));
    return denial.proves === 'nodata' && denial.delegated ? end(insecure('no-ds')) : above;
  }

  /** One link of the aliases, then the rest. */
  async #follow(name: string, type: string, before: readonly string[]): Promise<Validated> {
    const holder = type === 'DS' ? (parentName(name) ?? name) : name;
    const [zone, message] = await Promise.all([this.#zoneOf(holder), this.#ask(name, type)]);
    const judge = (kind: ProofStep['kind'], over: string, judged: JudgedSet | Judged): Validated => {
      const { security, reason } = zone.security === 'secure' ? this.#soften(judged) : zone;
      const signature = 'signature' in judged ? shownOf(judged) : null;
      const step: ProofStep = { kind, name, type: over, zone: zone.zone.name, signature, security, reason };
      const effective =
        zone.security === 'secure' ? weakest<Judged>({ security, reason }, zone.effective) : zone.effective;
      return { security, reason, effective, records: [], owner: name, proof: [...zone.proof, step] };
    };
    const open = unanswered(message);
    if (open !== null || message === null) return judge('records', type, open ?? indeterminate('no-answer'));
    const rrset = rrsetOf(message.answers, name, type);
    if (rrset.records.length > 0)
      return {
        ...judge('records', type, await this.#judgePositive(rrset, zone.zone, message)),
        records: rrset.records,
      };
    const alias = findAlias(name, message);
    if (alias === null) {
      const records = readDenial(message, zone.zone, this.#nowSeconds, this.#work);
      await this.#work.pause();
      return judge('denial', type, judgeAbsence(name, type, message, records, this.#work));
    }
    const link = judge('records', alias.rrset.type, await this.#judgePositive(alias.rrset, zone.zone, message));
    if (before.includes(alias.target) || alias.target === name || before.length >= mostLinks)
      return { ...link, ...weakest<Judged>(indeterminate('alias-loop'), link) };
    const rest = await this.#follow(alias.target, type, [...before, name]);
    const { security, reason } = weakest<Judged>(link, rest);
    const effective = weakest(link.effective, rest.effective);
    return { ...rest, security, reason, effective, proof: [...link.proof, ...rest.proof] };
  }

  async #judgePositive(rrset: Rrset, zone: SignedZone, message: Message): Promise<JudgedSet> {
    const judged = judgeSet(rrset, zone, this.#nowSeconds, this.#work);
    await this.#work.pause();
    if (judged.security !== 'secure' || !isExpanded(rrset, judged)) return judged;
    const records = readDenial(message, zone, this.#nowSeconds, this.#work);
    const expansion = judgeExpansion(rrset.name, judged.signature?.labels ?? 0, records, this.#work);
    return { ...expansion, signature: judged.signature };
  }
}
