import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { selectedProtocol } from '@perimeter/protocols/tls/server-hello';
import { seen, unseen } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import type { Answer } from '../../client/answer.ts';
import { unknownProtocol, webProtocols } from '../../client/hello/code-points.ts';

/** The alert no_application_protocol (RFC 7301 section 3.2). */
export const noApplicationProtocol = 120;

/** What an offer of protocols brought; unclear: the handshake ended for another reason. */
export type ProtocolOutcome =
  | { kind: 'selected'; protocol: string | null }
  | { kind: 'rejected' }
  | { kind: 'unclear' };

/** Finds out by the way, in hellos that ask for something else, which protocols a server selects by ALPN. */
export interface ProtocolQuest {
  /** What the next hello shall offer; nothing when all is known. */
  offer: () => readonly string[];
  /** Takes what an offer brought; true when the offer itself was refused, so that the rest of the hello was not judged. */
  take: (offered: readonly string[], outcome: ProtocolOutcome) => boolean;
  facts: () => Pick<TlsEndpoint, 'alpn' | 'alpnRejectsUnknown'>;
}

/** Steps of a whole quest: one a protocol, and the end. */
export const maxProtocolQuestions = webProtocols.length + 2;

/** The outcome for hellos whose answer is in clear. */
export function protocolOutcome(answer: Answer): ProtocolOutcome {
  if (answer.kind === 'refused' && answer.alert === noApplicationProtocol) return { kind: 'rejected' };
  if (answer.kind !== 'hello') return { kind: 'unclear' };
  try {
    return { kind: 'selected', protocol: selectedProtocol(answer.hello.extensions) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { kind: 'unclear' };
  }
}

/** The outcome of a half handshake, by its alert or by what EncryptedExtensions selected. */
export const outcomeOfHalf = (alert: number | null, protocol: string | null): ProtocolOutcome =>
  alert === noApplicationProtocol
    ? { kind: 'rejected' }
    : alert !== null
      ? { kind: 'unclear' }
      : { kind: 'selected', protocol };

const isWebProtocol = (name: string): boolean => webProtocols.includes(name);

/** A quest that goes on until no protocol is selected: ignored, or refused with the alert that RFC 7301 demands. */
export function createProtocolQuest(): ProtocolQuest {
  const all = [...webProtocols, unknownProtocol];
  const selected: string[] = [];
  let rejectsUnknown: boolean | null = null;
  const offer = (): string[] => (rejectsUnknown === null ? all.filter((name) => !selected.includes(name)) : []);

  return {
    offer,
    take: (offered, outcome) => {
      if (offered.length === 0 || rejectsUnknown !== null || outcome.kind === 'unclear') return false;
      if (outcome.kind === 'rejected') rejectsUnknown = true;
      // Apache answers with its own protocol whatever was offered, others with whatever was offered: that is no refusal.
      else if (outcome.protocol === null || !isWebProtocol(outcome.protocol) || !offered.includes(outcome.protocol))
        rejectsUnknown = false;
      else if (offer().includes(outcome.protocol)) selected.push(outcome.protocol);
      return outcome.kind === 'rejected';
    },
    facts: () => ({
      alpn: seen({ offered: all, selected }),
      alpnRejectsUnknown:
        rejectsUnknown === null
          ? unseen('not-tested', 'No hello with unknown protocols alone was answered')
          : seen(rejectsUnknown),
    }),
  };
}
