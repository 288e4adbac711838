import { mongoCount, talkFor, talkThatSaid } from '@perimeter/protocols/services/talks.data';
import { portLine } from '../../../catalogue/reproduce.ts';
import { getLine, talkLine } from '../../../catalogue/reproduce-service.ts';
import type { OpenPort } from '../../../evidence/ports/schema.ts';
import { latin1Bytes } from '@perimeter/protocols/bytes';

/** The command that repeats the audit's exchange with a port; without one, the command that shows the port is open. */
export function talkCommand(open: OpenPort, host: string): string | null {
  const { address, port, service, access, heard, sent, tls } = open;
  const target = { address, port, serverName: host };
  if (heard === '') return portLine(target);
  const talk = service === null ? undefined : (talkThatSaid(sent, port, service) ?? talkFor(service));
  const message = sent === '' ? undefined : talk?.message;
  if (message === undefined) return talkLine(target, { isTls: tls !== null });
  if ('post' in message) return getLine(target, message.post, tls !== null, message.body);
  if ('get' in message) return getLine(target, message.get, tls !== null);
  // The counted documents prove open access; the greeting does not.
  if (service === 'mongodb' && access === 'open') return talkLine(target, { octets: mongoCount });
  const octets = 'octets' in message ? message.octets : message.answer(latin1Bytes(heard.replaceAll('\\n', '\n')));
  return talkLine(target, { isTls: tls !== null, ...(octets === null ? {} : { octets }) });
}
