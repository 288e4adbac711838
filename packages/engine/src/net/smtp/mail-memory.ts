import type { OptOuts } from '../opt-outs.ts';
import type { NetSettings } from '../settings.ts';
import { createEgressMemory, type EgressMemory, type EgressState } from './egress.ts';
import {
  createSessionStore,
  exceptOptedOut,
  type SessionStore,
  shareSessions,
  type SharedSessions,
} from './shared-hosts.ts';

/** Shared knowledge of one process about mail servers. */
export interface MailMemory {
  egress: EgressMemory;
  sessions: SharedSessions;
}

/** A memory over a store of sessions; without one, over the memory of the process. */
export const createMailMemory = (
  { smtpEgress }: Pick<NetSettings, 'smtpEgress'>,
  store: SessionStore = createSessionStore(),
  onBlocked: (state: EgressState) => void = () => {},
): MailMemory => ({ egress: createEgressMemory(smtpEgress, { onBlocked }), sessions: shareSessions(store) });

/** The memory for one audit, without sessions of hosts whose owners opted out. */
export const memoryExceptOptedOut = (memory: MailMemory, { isOptedOut, networkOf }: OptOuts): MailMemory => ({
  ...memory,
  sessions: exceptOptedOut(memory.sessions, ({ host, address }) => isOptedOut(host) || networkOf(address) !== null),
});

let ofProcess: { key: string; memory: MailMemory } | null = null;

/** The memory of this process, recreated when the setting changes. */
export function mailMemoryOfProcess(settings: Pick<NetSettings, 'smtpEgress'>): MailMemory {
  const key = JSON.stringify(settings.smtpEgress);
  if (ofProcess?.key !== key) ofProcess = { key, memory: createMailMemory(settings) };
  return ofProcess.memory;
}
