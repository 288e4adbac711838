import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import type { IdentitySettings } from '../settings/identity.ts';

/** A message in plain text. */
export interface Message {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail. */
export interface Mailer {
  /** False without a mail server: messages are then logged, and the operator passes them on. */
  delivers: boolean;
  /** Rejects if the message was not accepted. */
  send: (message: Message) => Promise<void>;
  close: () => void;
}

const patienceMs = 10_000;

function bySmtp(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // Messages contain only our text: never load an attachment from a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    delivers: true,
    send: async (message) => {
      await transport.sendMail({ from, ...message });
    },
    close: () => transport.close(),
  };
}

function toLog(log: FastifyBaseLogger): Mailer {
  return {
    delivers: false,
    send: async ({ to, subject, text }) => {
      log.warn({ mail: { to, subject, text } }, 'Message not sent: PERIMETER_SMTP_URL is not set');
    },
    close: () => undefined,
  };
}

/** Sends by SMTP if a server is configured; otherwise logs messages, including their links. */
export const makeMailer = ({ smtpUrl, from }: IdentitySettings['mail'], log: FastifyBaseLogger): Mailer =>
  smtpUrl === null ? toLog(log) : bySmtp(smtpUrl, from);
