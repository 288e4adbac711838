import { readGreeting } from '@perimeter/protocols/services/greetings';
import type { Reading } from '@perimeter/protocols/services/reading';
import { readIdentification } from '@perimeter/protocols/ssh/identification';
import { readKexInit } from '@perimeter/protocols/ssh/kex-init';
import type { Talk } from '@perimeter/protocols/services/talk';
import { talkFor } from '@perimeter/protocols/services/talks.data';
import type { OpenPort } from '../../evidence/ports/schema.ts';
import type { Conversation } from '../../net/conversation.ts';
import { portTimes } from './limits.data.ts';

/** Inputs of a conversation besides the connection. */
export interface TalkMeans {
  /** The bytes of a request for a path: GET, or POST with a JSON body. */
  request: (path: string, body?: string) => Uint8Array;
  signal: AbortSignal;
}

/** The result of one conversation. */
export interface Talked {
  sent: Uint8Array;
  reading: Reading | null;
  ssh: OpenPort['ssh'];
}

const mostAlgorithms = 100;

/** The algorithms of an SSH server as far as received; null: none yet. */
function sshOffer(said: Uint8Array): OpenPort['ssh'] {
  try {
    const identification = readIdentification(said);
    const offer = identification === null ? null : readKexInit(said, identification.length);
    if (identification === null || offer === null) return null;
    const both = (a: readonly string[], b: readonly string[]): string[] =>
      [...new Set([...a, ...b])].slice(0, mostAlgorithms);
    return {
      identification: identification.line,
      kex: both(offer.kex, []),
      hostKeys: both(offer.hostKeys, []),
      ciphers: both(offer.ciphersToServer, offer.ciphersToClient),
      macs: both(offer.macsToServer, offer.macsToClient),
    };
  } catch {
    return null;
  }
}

/** An SSH server with an identification but no algorithms, as in older protocols. */
function sshBanner(said: Uint8Array): OpenPort['ssh'] {
  try {
    const identification = readIdentification(said);
    return identification === null
      ? null
      : { identification: identification.line, kex: [], hostKeys: [], ciphers: [], macs: [] };
  } catch {
    return null;
  }
}

function messageOf({ message }: Talk, { said }: Conversation, { request }: TalkMeans): Uint8Array | null {
  if (message === undefined) return null;
  if ('octets' in message) return message.octets;
  if ('post' in message) return request(message.post, message.body);
  return 'get' in message ? request(message.get) : message.answer(said);
}

/** The conversation for the received greeting: a service on another service's port is handled as what it is. */
function fitting(talk: Talk | undefined, said: Uint8Array): Talk | undefined {
  const greeted = readGreeting(said)?.service;
  return greeted === undefined || greeted === talk?.service ? talk : talkFor(greeted);
}

/** Sends one message at most, and reads the answer; ends in time whatever the service does. */
export async function talkTo(line: Conversation, planned: Talk | undefined, means: TalkMeans): Promise<Talked> {
  const { signal } = means;
  if (planned?.speak !== 'first') await line.until((said) => readGreeting(said) !== null, portTimes.greeting, signal);
  const talk = fitting(planned, line.said);
  const sent = talk === undefined ? null : messageOf(talk, line, means);
  if (talk === undefined || sent === null || line.ended) {
    const reading = talk?.read(line.said) ?? readGreeting(line.said);
    return { sent: new Uint8Array(0), reading, ssh: sshBanner(line.said) };
  }
  const before = line.said.length;
  line.say(sent);
  const isSsh = talk.service === 'ssh';
  const isEnough = (said: Uint8Array): boolean => (isSsh ? sshOffer(said) !== null : talk.read(said) !== null);
  // A service that has sent a greeting is alive but slow, and gets the same time again.
  for (let tries = 0; tries < 2 && !isEnough(line.said) && (tries === 0 || readGreeting(line.said) !== null); tries++)
    await line.until(isEnough, portTimes.answer, signal);
  // An exact echo of the query is not one of the tested services.
  if (Buffer.from(line.said).subarray(before).equals(sent)) return { sent, reading: null, ssh: null };
  return {
    sent,
    reading: talk.read(line.said) ?? readGreeting(line.said),
    ssh: isSsh ? (sshOffer(line.said) ?? sshBanner(line.said)) : null,
  };
}
