import { isBelowDomain } from '../domain/below.ts';
import { isWithin, parseClient, reverseName, type SpfClient } from './client.ts';
import {
  canBeAsked,
  fitName,
  spfLimits,
  withoutRoot,
  type SpfAnswer,
  type SpfLookup,
  type SpfRecordType,
} from './lookup.ts';
import { expandMacros, lettersOf, type MacroLetter, type MacroPart } from './macro.ts';
import type { DomainSpec } from './terms.ts';

/** The parts of a message that SPF evaluates. */
export interface SpfQuestion {
  /** Address of the client. */
  ip: string;
  /** Name of its HELO or EHLO. */
  helo: string;
  /** Address of MAIL FROM; empty for a bounce. */
  mailFrom: string;
  /** Name of the host that received the message, for the macro r. */
  receiver?: string;
  nowMs?: number;
}

/** Ends an evaluation at once. */
export class Ended extends Error {
  readonly result: 'temperror' | 'permerror';
  constructor(result: 'temperror' | 'permerror') {
    super(result);
    this.result = result;
  }
}

/** A mechanism that matched, as it stands in the record of a domain. */
export interface MatchedTerm {
  domain: string;
  term: string;
}

/** One message's evaluation: the client, and the counts so far. */
export class Evaluation {
  readonly client: SpfClient;
  /** The last mechanism that matched: at the end, the one that decided. */
  matched: MatchedTerm | null = null;
  readonly #question: SpfQuestion;
  readonly #sender: { local: string; domain: string };
  readonly #lookup: SpfLookup;
  /** Questions of terms that found nothing. */
  voids = 0;
  #lookups = 0;

  constructor(question: SpfQuestion, client: SpfClient, lookup: SpfLookup) {
    this.client = client;
    this.#question = question;
    this.#lookup = lookup;
    this.#sender = senderOf(question);
  }

  get domain(): string {
    return this.#sender.domain;
  }

  /** Queries without counting: for records that no mechanism names. */
  async ask(name: string, type: SpfRecordType): Promise<SpfAnswer> {
    return canBeAsked(name) ? this.#lookup(name, type) : [];
  }

  /** Counts a term that queries. */
  countTerm(): void {
    this.#lookups += 1;
    if (this.#lookups > spfLimits.lookups) throw new Ended('permerror');
  }

  /** Queries for a term: no answer is a temporary error, and too many answers without records a permanent one. */
  async askFor(name: string, type: SpfRecordType): Promise<readonly string[]> {
    const values = await this.ask(name, type);
    if (values === null) throw new Ended('temperror');
    return this.#counted(values);
  }

  /** Counts an answer without records (RFC 7208 section 4.6.4). */
  #counted(values: readonly string[]): readonly string[] {
    if (values.length === 0) this.voids += 1;
    if (this.voids > spfLimits.voids) throw new Ended('permerror');
    return values;
  }

  /** Writes out a macro string for a domain under evaluation. */
  async expand(parts: readonly MacroPart[], domain: string): Promise<string> {
    const needed = lettersOf(parts);
    const { local, domain: senderDomain } = this.#sender;
    const values: Record<MacroLetter, string> = {
      s: `${local}@${senderDomain}`,
      l: local,
      o: senderDomain,
      d: domain,
      i: this.client.dotted,
      p: needed.has('p') ? await this.#validatedName(domain) : '',
      v: this.client.arpa,
      h: this.#question.helo,
      c: this.client.readable,
      r: this.#question.receiver ?? 'unknown',
      t: String(Math.floor((this.#question.nowMs ?? 0) / 1000)),
    };
    return expandMacros(parts, values);
  }

  /** The name that a mechanism queries. */
  async target(spec: DomainSpec | null, domain: string): Promise<string> {
    return spec === null ? domain : fitName(await this.expand(spec.parts, domain));
  }

  /** Names of the client that lead back to it (RFC 7208 section 5.5); no answer is no name. */
  async validatedNames(): Promise<string[]> {
    const answer = await this.ask(reverseName(this.client), 'PTR');
    const names = answer === null ? [] : this.#counted(answer);
    const checked = await Promise.all(
      names.slice(0, spfLimits.names).map(async (name) => {
        const addresses = (await this.ask(withoutRoot(name), this.client.type)) ?? [];
        return addresses.some((address) => this.isClient(address)) ? [withoutRoot(name).toLowerCase()] : [];
      }),
    );
    return checked.flat();
  }

  /** True where the network of this prefix length contains the client. */
  isClient(address: string, bits = 128): boolean {
    const { bytes } = parseClient(address);
    return isWithin(this.client, { address: bytes, bits: Math.min(bits, 8 * bytes.length) });
  }

  /** RFC 7208 section 7.3: the domain itself, else a name below it, else any; `unknown` without one. */
  async #validatedName(domain: string): Promise<string> {
    const names = await this.validatedNames();
    const wanted = domain.toLowerCase();
    return (
      names.find((name) => name === wanted) ??
      names.find((name) => isBelowDomain(name, wanted)) ??
      names[0] ??
      'unknown'
    );
  }
}

/** RFC 7208 section 4.3: without a sender the client's name stands in, without a local part `postmaster`. */
function senderOf({ mailFrom, helo }: SpfQuestion): { local: string; domain: string } {
  if (mailFrom === '') return { local: 'postmaster', domain: helo };
  const at = mailFrom.lastIndexOf('@');
  return { local: mailFrom.slice(0, Math.max(0, at)) || 'postmaster', domain: mailFrom.slice(at + 1) };
}
