import { behaviourProbe } from './behaviour/probe.ts';
import { certificatesProbe } from './certificates/probe.ts';
import { dnsProbe } from './dns/probe.ts';
import { dnssecProbe } from './dnssec/probe.ts';
import { endpointsProbe } from './endpoints/probe.ts';
import { exposureProbe } from './exposure/probe.ts';
import { historyProbe } from './history/probe.ts';
import { httpProbe } from './http/probe.ts';
import { mailAuthProbe } from './mail-auth/probe.ts';
import { mailTransportProbe } from './mail-transport/probe.ts';
import { namesProbe } from './names/probe.ts';
import { pageProbe } from './page/probe.ts';
import { portsProbe } from './ports/probe.ts';
import type { Probe } from './probe.ts';
import { routingProbe } from './routing/probe.ts';
import { mailTlsProbe } from './tls/mail.ts';
import { tlsProbe } from './tls/probe.ts';
import { vulnerabilitiesProbe } from './vulnerabilities/probe.ts';
import { zoneProbe } from './zone/probe.ts';

/** Every probe in any order; each starts when its needed evidence is complete. */
export const probes: readonly Probe[] = [
  dnsProbe,
  dnssecProbe,
  zoneProbe,
  endpointsProbe,
  tlsProbe,
  httpProbe,
  pageProbe,
  behaviourProbe,
  exposureProbe,
  portsProbe,
  namesProbe,
  routingProbe,
  vulnerabilitiesProbe,
  certificatesProbe,
  historyProbe,
  mailAuthProbe,
  mailTransportProbe,
  mailTlsProbe,
];
