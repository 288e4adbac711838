import { type NetFailure, netFailed } from '../evidence/observed.ts';
import type { KeptStep } from '../evidence/step.ts';
import { socketFailure } from './dialer.ts';

/** An error on an open connection as a network failure: OpenSSL's and Node's TLS errors are "tls", the others the socket's. */
export function streamFailure(error: Error, step: KeptStep): NetFailure {
  const code = 'code' in error ? String(error.code) : '';
  if (!/^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return socketFailure(error, step);
  return netFailed('tls', 'step-failed', step, code);
}
