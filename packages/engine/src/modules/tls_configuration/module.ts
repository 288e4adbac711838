import { defineModule } from '../../catalogue/module.ts';
import { clientSimulation, fingerprint } from './clients.ts';
import { ipInconsistent, orderInsecure } from './consistency.ts';
import * as extensions from './extensions.ts';
import { clientAuth, gmtTime, heartbeatOffered, npn } from './handshake-facts.ts';
import * as keyExchange from './key-exchange.ts';
import { largeHelloIntolerant, pqDraftOnly, pqMissing } from './post-quantum.ts';
import { profile } from './profile.ts';
import { renegClient, renegInsecure } from './renegotiation.ts';
import { earlyData, ticketLifetime } from './sessions.ts';
import { sigalgWeak } from './signatures.ts';
import * as suites from './suites.ts';
import { ticketKeyStatic } from './ticket-keys.ts';
import { noModern, sslv2, sslv3, tls10, tls11, tls13Missing } from './versions.ts';

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
