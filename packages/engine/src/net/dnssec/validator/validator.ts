import type { Nsec3Parameters } from '@perimeter/protocols/dns/denial/nsec3';
import { decodeRrsig } from '@perimeter/protocols/dns/dnssec';
import { isAtOrBelow, parentName } from '@perimeter/protocols/dns/name';
import type { TrustAnchor } from '../anchors.ts';
import { decodeAll, rrsetOf, type Rrset, type SignedZone } from '../rrset.ts';
import { findAlias } from './alias.ts';
import { judgePositive } from './answer.ts';
import { judgeAbsence } from './denial.ts';
import { denialSignatures } from './denial-records.ts';
import { inquiryOf, type Inquiry } from './inquiry.ts';
import { judgeSet, shownOf, type JudgedSet } from './record-set.ts';
import {
  indeterminate,
  unanswered,
  weakest,
  type JudgedSecurity,
  type ProofStep,
  type ValidationLookup,
} from './security.ts';
import { Work } from './work.ts';
import { type Zone, Zones } from './zones.ts';

/** Settings of a validator. */
export interface ValidatorSettings {
  lookup: ValidationLookup;
  /** Trusted DS and DNSKEY records. */
  anchors: TrustAnchor['records'];
  nowMs: number;
}

/** An answer with its security. */
export interface Validated extends JudgedSecurity {
  /** The judgement of operators that treat SHA-1 as unsigned (RFC 9905). */
  effective: JudgedSecurity;
  /** The records of the type, where the last link of the aliases has any. */
  records: TrustAnchor['records'];
  /** Owner of the records: the last link of the aliases. */
  owner: string;
  /** From the anchor down, then each alias link. */
  proof: readonly ProofStep[];
}

/** A judgement and the zone whose keys it depends on; null where no keys were reached. */
interface JudgedIn<T extends JudgedSecurity> {
  zone: Zone;
  judged: T | null;
}

/** Most zones above a name that are tried as signers; an honest set has one. */
const mostSigners = 2;

/** Most alias links that are followed; a longer chain is not judged. */
const mostLinks = 8;

/**
 * Validates answers by verifying signatures from the trust anchor down. One per audit: every zone is judged once. It
 * never uses the AD bit, and reports nothing as secure without proof.
 */
export class Validator {
  readonly #settings: ValidatorSettings;
  readonly #work = new Work();
  readonly #zones: Zones;
  readonly #inquiries = new WeakMap<ValidationLookup, Inquiry>();

  constructor(settings: ValidatorSettings) {
    this.#settings = settings;
    this.#zones = new Zones(settings.anchors);
  }

  /** Signature verifications and NSEC3 hash rounds so far. */
  get work(): { verifications: number; hashRounds: number } {
    return this.#work.done;
  }

  /** Validates the records of a canonical name and type, and its aliases; queries count for the caller. */
  async validate(name: string, type: string, lookup = this.#settings.lookup): Promise<Validated> {
    return this.#follow(name, type, [], this.#inquiryOf(lookup));
  }

  /** Verifies each signature of a set separately with the given keys, trusted or not. */
  async signatures(rrset: Rrset, zone: SignedZone): Promise<readonly JudgedSet[]> {
    const judged = rrset.signatures.map((signature) => {
      const { security, reason, ...found } = judgeSet({ ...rrset, signatures: [signature] }, zone, this.#judging());
      return { security, reason, ...found };
    });
    await this.#work.pause();
    return judged;
  }

  /** Hashes a name with the parameters of a zone; beyond the limit the hash is empty. */
  hashName(name: string, parameters: Nsec3Parameters): Uint8Array {
    return this.#work.hashName(name, parameters);
  }

  #judging(): Pick<Inquiry, 'nowSeconds' | 'work'> {
    return { nowSeconds: Math.floor(this.#settings.nowMs / 1000), work: this.#work };
  }

  #inquiryOf(lookup: ValidationLookup): Inquiry {
    const known = this.#inquiries.get(lookup) ?? inquiryOf(lookup, this.#settings.anchors, this.#judging());
    this.#inquiries.set(lookup, known);
    return known;
  }

  /** Judges one alias link, then follows the rest. */
  async #follow(name: string, type: string, before: readonly string[], inquiry: Inquiry): Promise<Validated> {
    const holder = type === 'DS' ? (parentName(name) ?? name) : name;
    const [nearest, message] = await Promise.all([this.#zones.zoneOf(holder, inquiry), inquiry.ask(name, type)]);
    const judge = async (
      kind: ProofStep['kind'],
      over: string,
      { zone, judged }: JudgedIn<JudgedSet | (JudgedSecurity & Pick<ProofStep, 'denial'>)>,
    ): Promise<Validated> => {
      const isSecure = zone.security === 'secure';
      const { security, reason } = isSecure && judged !== null ? await inquiry.soften(judged, holder) : zone;
      const signature = judged !== null && 'signature' in judged ? shownOf(judged) : null;
      const denial = judged?.denial === undefined ? {} : { denial: judged.denial };
      const place = { kind, name, type: over, zone: zone.zone.name, signature };
      const step: ProofStep = { ...place, ...denial, security, reason };
      const effective = isSecure ? weakest<JudgedSecurity>({ security, reason }, zone.effective) : zone.effective;
      // Records of a zone without trusted keys follow from the zone: they are not a separate step.
      const own = isSecure || zone.proof.length === 0 ? [step] : [];
      return { security, reason, effective, records: [], owner: name, proof: [...zone.proof, ...own] };
    };
    // Resolvers answer for localhost themselves, without signatures (RFC 6761 section 6.3).
    if (isAtOrBelow(name, 'localhost')) {
      const judged: JudgedSecurity = { security: 'insecure', reason: 'no-ds' };
      const records = message === null ? [] : rrsetOf(message.answers, name, type).records;
      return { ...judged, effective: judged, records, owner: name, proof: [] };
    }
    const open = unanswered(message);
    if (open !== null || message === null)
      return judge('records', type, { zone: nearest, judged: open ?? indeterminate('no-answer') });
    const positive = async (rrset: Rrset) =>
      this.#byKeys({ nearest, holder, signatures: rrset.signatures }, inquiry, async (zone) => {
        const judged = judgePositive(rrset, zone, message, inquiry);
        await inquiry.work.pause();
        return judged;
      });
    const rrset = rrsetOf(message.answers, name, type);
    if (rrset.records.length > 0) {
      const judged = await judge('records', type, await positive(rrset));
      return { ...judged, records: rrset.records };
    }
    const alias = findAlias(name, message);
    if (alias === null) {
      const absence = await this.#byKeys(
        { nearest, holder, signatures: denialSignatures(message) },
        inquiry,
        async (zone) => {
          const judged = judgeAbsence({ name, type, message, zone }, inquiry);
          await inquiry.work.pause();
          return judged;
        },
      );
      return judge('denial', type, absence);
    }
    const link = await judge('records', alias.rrset.type, await positive(alias.rrset));
    if (before.includes(alias.target) || alias.target === name || before.length >= mostLinks)
      return { ...link, ...weakest<JudgedSecurity>(indeterminate('alias-loop'), link) };
    const rest = await this.#follow(alias.target, type, [...before, name], inquiry);
    const { security, reason } = weakest<JudgedSecurity>(link, rest);
    const effective = weakest(link.effective, rest.effective);
    return { ...rest, security, reason, effective, proof: [...link.proof, ...rest.proof] };
  }

  /**
   * Judges with the keys of the zone that holds a name. If no keys were reached on the way down, those of a signing
   * zone above count as well: a set with a valid signature of its zone is secure, whatever else is unproved (RFC 4035
   * section 5.3.1).
   */
  async #byKeys<T extends JudgedSecurity & Pick<ProofStep, 'denial'>>(
    { nearest, holder, signatures }: { nearest: Zone; holder: string; signatures: Rrset['signatures'] },
    inquiry: Inquiry,
    judge: (zone: SignedZone) => Promise<T>,
  ): Promise<JudgedIn<T>> {
    if (nearest.security === 'secure') return { zone: nearest, judged: await judge(nearest.zone) };
    const signers = new Set(decodeAll(signatures, decodeRrsig).map(({ signer }) => signer));
    for (const signer of [...signers].filter((each) => isAtOrBelow(holder, each)).slice(0, mostSigners)) {
      const zone = await this.#zones.zoneOf(signer, inquiry);
      if (zone.security !== 'secure' || zone.zone.name !== signer) continue;
      const judged = await judge(zone.zone);
      // A proof beside the signature may depend on an opt-out span, which is unsigned (RFC 5155 section 9.2).
      const isOwn = nearest.security !== 'insecure' || judged.denial === undefined;
      if (judged.security === 'secure' && isOwn) return { zone, judged };
    }
    return { zone: nearest, judged: null };
  }
}
