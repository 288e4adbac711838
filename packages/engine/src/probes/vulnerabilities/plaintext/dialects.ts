import type { PipelinedCommand } from '../../../evidence/vulnerabilities/flaws/plaintext-upgrade.ts';

/** One plaintext protocol: its upgrade, the injected command, and the form of answers. */
export interface Dialect {
  protocol: PipelinedCommand['protocol'];
  port: number;
  upgrade: string;
  /** A harmless command that is answered before any login. */
  injected: string;
  isGreeting: (line: string) => boolean;
  isAgreed: (line: string) => boolean;
  /** Sent inside TLS: its answer proves that the server processes commands there. */
  control: string;
  isControlAnswer: (line: string) => boolean;
}

const imap: Dialect = {
  protocol: 'imap',
  port: 143,
  upgrade: 'p1 STARTTLS',
  injected: 'p2 NOOP',
  isGreeting: (line) => line.startsWith('* OK'),
  isAgreed: (line) => /^p1 OK/i.test(line),
  control: 'p3 NOOP',
  isControlAnswer: (line) => /^p3 (OK|NO|BAD)/i.test(line),
};

const isPopAnswer = (line: string): boolean => line.startsWith('+OK') || line.startsWith('-ERR');

const pop3: Dialect = {
  protocol: 'pop3',
  port: 110,
  upgrade: 'STLS',
  injected: 'CAPA',
  isGreeting: (line) => line.startsWith('+OK'),
  isAgreed: (line) => line.startsWith('+OK'),
  control: 'CAPA',
  isControlAnswer: isPopAnswer,
};

/** The protocols whose upgrades are tested. */
export const dialects = [imap, pop3] as const;
