import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { protocolNamed } from '@perimeter/protocols/tls/handshake/server-hello';
import { seen, untested } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import type { ServerAnswer } from '../../client/answer.ts';
import { unknownProtocol, webProtocols } from '../../client/hello/code-points.ts';

/** The alert no_application_protocol (RFC 7301 section 3.2). */
export const noApplicationProtocol = 120;

/** The result of an offer of protocols; unclear: the handshake ended for another reason. */
export type ProtocolOutcome =
  | { kind: 'selected'; protocol: string | null }
  | { kind: 'rejected' }
  | { kind: 'unclear' };

/** Determines the protocols that a server selects by ALPN, in hellos that enumerate something else. */
export interface AlpnScan {
  /** The protocols that the next hello offers; none when all is known. */
  offer: () => readonly string[];
  /** Records the result of an offer; true when the protocols were refused, so that the rest of the hello was not read. */
  take: (offered: readonly string[], outcome: ProtocolOutcome) => boolean;
  facts: () => Pick<TlsEndpoint, 'alpn' | 'alpnRejectsUnknown'>;
}

/** Most attempts of a scan: one per protocol, and the end. */
export const maxAlpnAttempts = webProtocols.length + 2;

/** The outcome for hellos whose answer is in clear. */
export function protocolOutcome(answer: ServerAnswer): ProtocolOutcome {
  if (answer.kind === 'refused' && answer.alert === noApplicationProtocol) return { kind: 'rejected' };
  if (answer.kind !== 'hello') return { kind: 'unclear' };
  try {
    const data = answer.echoes.dataOf(extensionTypes.alpn);
    if (!data.known) return { kind: 'unclear' };
    return { kind: 'selected', protocol: data.value === null ? null : protocolNamed(data.value) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { kind: 'unclear' };
  }
}

/** The outcome of a partial handshake, by its alert or by what EncryptedExtensions selected. */
export const outcomeOfPartial = (alert: number | null, protocol: string | null): ProtocolOutcome =>
  alert === noApplicationProtocol
    ? { kind: 'rejected' }
    : alert !== null
      ? { kind: 'unclear' }
      : { kind: 'selected', protocol };

const isWebProtocol = (name: string): boolean => webProtocols.includes(name);

/** A scan until no protocol is selected: the rest is ignored, or refused with the alert that RFC 7301 demands. */
export function createAlpnScan(): AlpnScan {
  const all = [...webProtocols, unknownProtocol];
  const selected: string[] = [];
  let rejectsUnknown: boolean | null = null;
  const offer = (): string[] => (rejectsUnknown === null ? all.filter((name) => !selected.includes(name)) : []);

  return {
    offer,
    take: (offered, outcome) => {
      if (offered.length === 0 || rejectsUnknown !== null || outcome.kind === 'unclear') return false;
      if (outcome.kind === 'rejected') rejectsUnknown = true;
      // Apache answers with its own protocol whatever is offered, other servers select any offered one: neither is a
      // refusal.
      else if (outcome.protocol === null || !isWebProtocol(outcome.protocol) || !offered.includes(outcome.protocol))
        rejectsUnknown = false;
      else if (offer().includes(outcome.protocol)) selected.push(outcome.protocol);
      return outcome.kind === 'rejected';
    },
    facts: () => ({
      alpn: seen({ offered: all, selected }),
      alpnRejectsUnknown: rejectsUnknown === null ? untested('unknown-protocols-unanswered') : seen(rejectsUnknown),
    }),
  };
}
