import { fillSentence } from '@perimeter/protocols/protocol-error';
import { gapTexts } from './gap-texts.data.ts';
import type { UnknownBecause } from './observed.ts';
import { stepText } from './step.ts';

/** Why something is unknown, in one clause for people. */
export const detailOf = (failure: UnknownBecause): string =>
  fillSentence(gapTexts[failure.gap], (failure.values ?? []).map(stepText));

/** Failures of a peer that sent something: it broke its protocol or exceeded one of our limits. */
const answered: ReadonlySet<UnknownBecause['reason']> = new Set([
  'malformed',
  'too-large',
  'http2-only',
  'rate-limited',
]);

/** True where an answer came, even an unusable one. */
export const isAnswered = ({ reason }: UnknownBecause): boolean => answered.has(reason);

/** DNS statuses that prove that there is no address; a server failure proves nothing. */
const withoutAddress: ReadonlySet<string> = new Set(['nxdomain', 'nodata', 'no-address']);

/** True where DNS shows that a name has no address of either family. */
export function isAddressless({ gap, values = [] }: UnknownBecause): boolean {
  const [, statuses = ''] = values;
  return gap === 'no-address-found' && statuses.split(', ').every((status) => withoutAddress.has(status));
}

/** True where the platform's TLS ended with this error: the end of its code, such as an alert in the spelling of OpenSSL. */
export const endedBy = ({ values = [] }: UnknownBecause, code: string): boolean =>
  values.some((value) => value.endsWith(code));

/** The alert of servers that require a client certificate (RFC 9846 section 6.2); TLS 1.2 and earlier have no specific alert. */
export const demandsCertificate = (failure: UnknownBecause): boolean =>
  failure.reason === 'tls' && endedBy(failure, 'ALERT_CERTIFICATE_REQUIRED');

/** How a server failed to give a usable response, as the end of a sentence after its name. */
export function responseText(failure: UnknownBecause): string {
  if (demandsCertificate(failure)) return 'requires a client certificate';
  if (failure.reason === 'http2-only') return 'speaks HTTP/2 only';
  return `${isAnswered(failure) ? 'sent an answer that cannot be used' : 'did not answer'} (${failureText(failure)})`;
}

/** True where a peer answered over its own TLS, although the audit could not read its content. */
export const isSecureAnswer = (failure: UnknownBecause): boolean =>
  demandsCertificate(failure) || failure.reason === 'http2-only';

/** Why a fact was not observed; a test that was not run gives only its reason. */
export const gapText = (failure: UnknownBecause): string =>
  failure.reason === 'not-tested' ? detailOf(failure) : failureText(failure);

/** Resolver errors: well-formed answers, whatever reason stands beside the code. */
const errors: ReadonlySet<string> = new Set(['resolver-status', 'resolver-code']);

/** A failure in one line: its closed reason, and the clause that explains it; an error of DNS stands alone. */
export function failureText(failure: UnknownBecause): string {
  const detail = detailOf(failure);
  if (errors.has(failure.gap)) return detail;
  return detail === '' ? failure.reason : `${failure.reason}: ${detail}`;
}
