import type { UpgradeProtocol } from '../../net/starttls.ts';

/** A port besides HTTPS where a host may use the same key, and how TLS starts there. */
export interface OtherPort {
  port: number;
  protocol: string;
  /** Null: TLS from the first byte. */
  upgrade: UpgradeProtocol | null;
}

/** Mail and file transfer, where old software and protocols survive longest (DROWN, ALPACA). */
export const otherPorts: readonly OtherPort[] = [
  { port: 25, protocol: 'smtp', upgrade: 'smtp' },
  { port: 587, protocol: 'submission', upgrade: 'smtp' },
  { port: 465, protocol: 'submissions', upgrade: null },
  { port: 143, protocol: 'imap', upgrade: 'imap' },
  { port: 993, protocol: 'imaps', upgrade: null },
  { port: 110, protocol: 'pop3', upgrade: 'pop3' },
  { port: 995, protocol: 'pop3s', upgrade: null },
  { port: 21, protocol: 'ftp', upgrade: 'ftp' },
  { port: 990, protocol: 'ftps', upgrade: null },
];
