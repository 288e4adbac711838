import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import type { IdentitySettings } from '../settings/identity.ts';

/** A message in plain text. */
export interface Message {
  to: string;
  subject: string;
  text: string;
}

/** The one way out for mail. */
export interface Mailer {
  /** False where there is no mail server: then messages go to the log, for the operator to pass on. */
  delivers: boolean;
  /** Rejects when nobody took the message. */
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
    // A message is what we wrote, and nothing that an address could make it fetch.
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

/** Sends by SMTP where there is a server to send by; else messages, links and all, go to the log. */
export const makeMailer = ({ smtpUrl, from }: IdentitySettings['mail'], log: FastifyBaseLogger): Mailer =>
  smtpUrl === null ? toLog(log) : bySmtp(smtpUrl, from);
