import { upgrade } from '../../net/starttls.ts';
import { type TlsClient, createTlsClient } from '../client/tls-client.ts';
import type { EndpointPlan, InventoryContext } from './endpoint-plan.ts';
import type { OpenTranscript } from './observed/transcript.ts';

/** The client of one endpoint: it runs the protocol before TLS, and adds each answer to the transcript. */
export function clientFor(
  { dialer, settings, target }: InventoryContext,
  { address, port, serverName, startTls }: EndpointPlan,
  transcript: OpenTranscript,
  signal: AbortSignal,
): TlsClient {
  const { smtpName } = settings;
  return createTlsClient({
    dialer,
    target: { address, port, host: serverName },
    signal,
    serverName,
    seed: target.seed,
    report: transcript.take,
    upgrade: startTls && ((socket, ends) => upgrade(socket, startTls, { smtpName, signal: ends })),
  });
}
