import type { Scene, SceneEdge, SceneNode, Tone } from '@perimeter/contract/section';
import { suiteName } from '@perimeter/protocols/tls/registry/suites';
import { gapText } from '../failure-text.ts';
import { type ServerFlow, serverFlows } from './flow.ts';
import type { MailTransportEvidence } from './schema.ts';

const tlsTone = ({ tls, version }: ServerFlow): Tone =>
  tls === 'negotiated'
    ? version === 'TLSv1.2' || version === 'TLSv1.3'
      ? 'good'
      : 'fair'
    : tls === 'unknown'
      ? 'fair'
      : 'bad';

const tlsTexts: Readonly<Record<ServerFlow['tls'], string>> = {
  negotiated: 'TLS',
  'not-offered': 'plaintext: no STARTTLS',
  refused: 'STARTTLS refused',
  failed: 'TLS handshake failed',
  unknown: 'TLS unknown',
};

function tlsLines({ tls, version, suite, failure }: ServerFlow): string[] {
  if (tls === 'negotiated') return [version ?? 'TLS', ...(suite === null ? [] : [suiteName(suite)])];
  return [tlsTexts[tls], ...(failure === null ? [] : [gapText(failure)])];
}

const proofTexts: Readonly<Record<ServerFlow['proof'], readonly [text: string, tone: Tone]>> = {
  dane: ['proved by DANE', 'good'],
  'mta-sts': ['proved by MTA-STS', 'good'],
  'dane-mismatch': ['DANE: no match, mail refused', 'bad'],
  'mta-sts-mismatch': ['MTA-STS: not met, mail refused', 'bad'],
  none: ['not verified by senders', 'fair'],
  unknown: ['proof unknown', 'fair'],
};

const worst = (...tones: readonly Tone[]): Tone =>
  tones.includes('bad') ? 'bad' : tones.includes('fair') ? 'fair' : 'good';

/** The way of a message: from the sender to each MX host by preference, its addresses, TLS there, and what proves the server. */
export function flowScene(transport: MailTransportEvidence): Scene {
  const sender: SceneNode = { id: 'sender', label: 'sender', details: [], tone: 'neutral' };
  const nodes: SceneNode[] = [sender];
  const edges: SceneEdge[] = [];
  for (const [at, host] of transport.hosts.entries()) {
    const flows = serverFlows(transport, host);
    const id = `host ${at}`;
    const tones = flows.map((flow) => worst(tlsTone(flow), proofTexts[flow.proof][1]));
    const tone = flows.length === 0 ? (host.status === 'failed' ? 'fair' : 'bad') : worst(...tones);
    nodes.push({ id, label: host.name, details: flows.length === 0 ? [host.status] : [], tone });
    edges.push({ from: 'sender', to: id, label: `MX ${host.preference}`, tone });
    for (const [index, flow] of flows.entries()) {
      const [proof, proofTone] = proofTexts[flow.proof];
      const own = worst(tlsTone(flow), proofTone);
      const place = `${id} ${index}`;
      nodes.push({ id: place, label: flow.address, details: [...tlsLines(flow), proof], tone: own });
      edges.push({ from: id, to: place, label: null, tone: own });
    }
  }
  return { nodes, edges };
}
