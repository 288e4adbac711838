import type { FastifyBaseLogger } from 'fastify';
import type { Identity } from '../../identity/identity.ts';
import type { Message } from '../../mail/mailer.ts';

/**
 * Sends a message after the answer, so that a mail server cannot delay answers and their timing does not reveal whether
 * a message was sent.
 */
export function sendSoon({ mailer }: Pick<Identity, 'mailer'>, log: FastifyBaseLogger, message: Message): void {
  mailer.send(message).catch((error: unknown) => log.error({ err: error }, 'Sending a message failed'));
}
