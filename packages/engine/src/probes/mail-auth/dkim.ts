import { parseDkimKey } from '@perimeter/protocols/dkim/key-record';
import type { DkimSelector, MailAuthEvidence } from '../../evidence/mail-auth/schema.ts';
import type { TextAnswer } from '../../evidence/mail-auth/text-answer.ts';
import { answerFrom } from '../../net/resolver/answer.ts';
import { weaknessOf } from '../../pki/facts/weak-keys.ts';
import { type Asker, askText, textAnswerOf } from './ask.ts';
import { isCompactDenial } from './compact-denial.ts';
import { askDirectly } from './direct-existence.ts';
import { askValidated } from '../belief.ts';
import type { ProbeContext } from '../probe.ts';
import { commonSelectors, ownerOf } from '../record-owners.data.ts';

type Dkim = MailAuthEvidence['dkim'];

/** Selectors queried concurrently. */
const wave = 16;

/** Queries whether a name exists, including the form of the denial. */
async function askExistence({ resolver, signal }: Asker, name: string): Promise<Dkim['control']> {
  const exchanged = await resolver.exchange(name, 'TXT', { signal });
  const answer = textAnswerOf(answerFrom({ name: name.toLowerCase(), type: 'TXT' }, exchanged));
  return { answer, compact: exchanged.ok && isCompactDenial(exchanged.message, name) };
}

/** The queries that show whether keys exist. */
type Existence = Pick<Dkim, 'control' | 'domainkey' | 'common' | 'direct'>;

function weaknessIn({ texts: [text] }: TextAnswer): DkimSelector['weakness'] {
  if (text === undefined) return null;
  const { publicKey } = parseDkimKey(text).record;
  return publicKey.kind === 'key' && 'modulus' in publicKey.key ? weaknessOf(publicKey.key.modulus) : null;
}

/** A selector is stored if it has records, or if its alias leads nowhere. */
const isFound = ({ status, aliases }: TextAnswer): boolean =>
  status === 'answer' || (status !== 'failed' && aliases.length > 0);

/** Queries whether any keys exist: a random name, the name above all keys, and three common selectors. */
export async function askForKeys(asker: ProbeContext, domain: string, nonce: string): Promise<Existence> {
  const below = (label: string): string => `${label}.${ownerOf('dkim', domain)}`;
  const names = { domainkey: ownerOf('dkim', domain), control: below(nonce) };
  const [direct, control, domainkey, ...common] = await Promise.all([
    askDirectly(asker, names),
    askExistence(asker, names.control),
    askExistence(asker, names.domainkey),
    ...commonSelectors.map((label) => askExistence(asker, below(label))),
  ]);
  return { control, domainkey, common, direct };
}

/** A selector, and why it is queried. */
type Wanted = Pick<DkimSelector, 'selector' | 'how'>;

/** Selectors in query order: those of used providers, then common ones. */
export const selectorsFor = (own: readonly string[], generic: readonly string[], most: number): Wanted[] =>
  [...new Set([...own, ...generic])]
    .slice(0, most)
    .map((selector) => ({ selector, how: own.includes(selector) ? 'provider' : 'generic' }));

/** Queries selectors in batches; a value that the random name has as well comes from a wildcard. */
export async function askSelectors(
  context: ProbeContext,
  domain: string,
  wanted: readonly Wanted[],
  wildcard: TextAnswer,
): Promise<Pick<Dkim, 'asked' | 'unanswered' | 'selectors'>> {
  const answers: { one: Wanted; answer: TextAnswer }[] = [];
  for (let start = 0; start < wanted.length; start += wave) {
    const asked = wanted.slice(start, start + wave).map(async (one) => {
      const name = `${one.selector}.${ownerOf('dkim', domain)}`;
      const answer = await askText(context, name);
      // Found records must validate; for absent ones the test for keys says more than each denial.
      return { one, answer: isFound(answer) ? textAnswerOf(await askValidated(context, name)) : answer };
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
