import { defineModule } from '../../catalogue/module.ts';
import { clientSimulation, fingerprint } from './overview/clients.ts';
import { ipInconsistent, orderInsecure } from './overview/consistency.ts';
import * as extensions from './handshake/extensions.ts';
import { clientAuth, gmtTime, heartbeatOffered, npn } from './handshake/handshake-facts.ts';
import * as keyExchange from './cryptography/key-exchange.ts';
import { largeHelloIntolerant, pqDraftOnly, pqMissing } from './cryptography/post-quantum.ts';
import { profile } from './overview/profile.ts';
import { renegClient, renegInsecure } from './handshake/renegotiation.ts';
import { earlyData, ticketLifetime } from './sessions/sessions.ts';
import { sigalgWeak } from './cryptography/signatures.ts';
import * as suites from './cryptography/suites.ts';
import { ticketKeyStatic } from './sessions/ticket-keys.ts';
import { noModern, sslv2, sslv3, tls10, tls11, tls13Missing } from './handshake/versions.ts';

/** Protocol versions, cipher suites, groups, signatures and extensions of every probed address. */
export const tlsConfiguration = defineModule({
  id: 'tls_configuration',
  title: 'TLS configuration',
  category: 'tls',
  checks: [
    sslv2,
    sslv3,
    tls10,
    tls11,
    noModern,
    tls13Missing,
    suites.nullAnonExport,
    suites.des,
    suites.rc4,
    suites.smallBlock,
    keyExchange.noForwardSecrecy,
    keyExchange.staticRsa,
    keyExchange.dheOffered,
    keyExchange.dhWeak,
    suites.noAead,
    suites.cbcOffered,
    suites.ccm8,
    suites.obscureCipher,
    orderInsecure,
    keyExchange.groupWeak,
    pqMissing,
    pqDraftOnly,
    largeHelloIntolerant,
    sigalgWeak,
    extensions.emsMissing,
    renegInsecure,
    renegClient,
    extensions.compression,
    extensions.fallbackScsv,
    earlyData,
    ticketLifetime,
    ticketKeyStatic,
    extensions.alpnLax,
    keyExchange.dhReuse,
    extensions.downgradeSentinel,
    extensions.greaseIntolerant,
    ipInconsistent,
    gmtTime,
    heartbeatOffered,
    npn,
    clientAuth,
    clientSimulation,
    profile,
    fingerprint,
  ],
});
