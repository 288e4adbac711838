import type { Identity } from '../identity/identity.ts';
import type { Message } from '../mail/mailer.ts';
import type { ActLog } from './caller.ts';

/** Sends a message after the answer: no mail server holds one up, and no answer tells whether there was one to send. */
export function sendSoon({ mailer }: Pick<Identity, 'mailer'>, log: ActLog, message: Message): void {
  mailer.send(message).catch((error: unknown) => log.error({ err: error }, 'Sending a message failed'));
}
