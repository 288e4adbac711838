import { parseDkimKey } from '@perimeter/protocols/dkim/key-record';
import { decodeNsec } from '@perimeter/protocols/dns/denial/nsec';
import type { Message } from '@perimeter/protocols/dns/message';
import { typeCode } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { DkimSelector, MailAuthEvidence } from '../../evidence/mail-auth/schema.ts';
import type { TextAnswer } from '../../evidence/mail-auth/text-answer.ts';
import { answerFrom } from '../../net/resolver/answer.ts';
import { weaknessOf } from '../../pki/facts/weak-keys.ts';
import { type Asker, askText, textAnswerOf } from './ask.ts';

type Dkim = MailAuthEvidence['dkim'];

/** Selectors that are asked for at a time. */
const wave = 16;

/** RFC 9824 section 3.1: the pseudo-type that says that a name does not exist, where it is answered for. */
const nxname = 128;
const nsec = typeCode('NSEC');

/** True where a signed answer without records denies the name itself. */
function isCompactDenial({ authorities }: Message, name: string): boolean {
  return authorities.some((record) => {
    if (record.type !== nsec || record.name.toLowerCase() !== name.toLowerCase()) return false;
    try {
      return decodeNsec(record).types.has(nxname);
    } catch (error) {
      if (error instanceof ProtocolError) return false;
      throw error;
    }
  });
}

/** Asks whether a name exists: what denies it matters as much as the answer. */
async function askExistence({ resolver, signal }: Asker, name: string): Promise<Dkim['control']> {
  const exchanged = await resolver.exchange(name, 'TXT', { signal });
  const answer = textAnswerOf(answerFrom({ name: name.toLowerCase(), type: 'TXT' }, exchanged));
  return { answer, compact: exchanged.ok && isCompactDenial(exchanged.message, name) };
}

/** Three selectors that many use: name servers that answer wrongly for names between others are told by them. */
const commonSelectors = ['default', 'google', 'selector1'] as const;

/** What was asked to learn whether there are keys. */
type Existence = Pick<Dkim, 'control' | 'domainkey' | 'common'>;

function weaknessIn({ texts: [text] }: TextAnswer): DkimSelector['weakness'] {
  if (text === undefined) return null;
  const { publicKey } = parseDkimKey(text).record;
  return publicKey.kind === 'key' && 'modulus' in publicKey.key ? weaknessOf(publicKey.key.modulus) : null;
}

/** A selector is worth keeping where something stands there, or an alias leads nowhere. */
const isFound = ({ status, aliases }: TextAnswer): boolean =>
  status === 'answer' || (status !== 'failed' && aliases.length > 0);

/** What is asked to learn whether there are keys at all: a random name, the name above all keys, three that many have. */
export async function askForKeys(asker: Asker, domain: string, nonce: string): Promise<Existence> {
  const below = (label: string): string => `${label}._domainkey.${domain}`;
  const [control, domainkey, ...common] = await Promise.all([
    askExistence(asker, below(nonce)),
    askExistence(asker, `_domainkey.${domain}`),
    ...commonSelectors.map((label) => askExistence(asker, below(label))),
  ]);
  return { control, domainkey, common };
}

/** A selector, and why it is asked for. */
type Wanted = Pick<DkimSelector, 'selector' | 'how'>;

/** Selectors in the order in which they are asked for: a provider's own, then those that many use. */
export const selectorsFor = (own: readonly string[], generic: readonly string[], most: number): Wanted[] =>
  [...new Set([...own, ...generic])]
    .slice(0, most)
    .map((selector) => ({ selector, how: own.includes(selector) ? 'provider' : 'generic' }));

/** Asks for selectors in waves; a value that the random name has too comes from a wildcard. */
export async function askSelectors(
  asker: Asker,
  domain: string,
  wanted: readonly Wanted[],
  wildcard: TextAnswer,
): Promise<Pick<Dkim, 'asked' | 'unanswered' | 'selectors'>> {
  const answers: { one: Wanted; answer: TextAnswer }[] = [];
  for (let start = 0; start < wanted.length; start += wave) {
    const asked = wanted.slice(start, start + wave).map(async (one) => {
      const answer = await askText(asker, `${one.selector}._domainkey.${domain}`);
      return { one, answer };
    });
    answers.push(...(await Promise.all(asked)));
  }
  const isOwn = ({ texts }: TextAnswer): boolean => texts.length === 0 || texts.join() !== wildcard.texts.join();
  return {
    asked: wanted.map(({ selector }) => selector),
    unanswered: answers.flatMap(({ one, answer }) => (answer.status === 'failed' ? [one.selector] : [])),
    selectors: answers
      .filter(({ answer }) => isFound(answer) && isOwn(answer))
      .map(({ one, answer }) => ({ ...one, answer, weakness: weaknessIn(answer) })),
  };
}
