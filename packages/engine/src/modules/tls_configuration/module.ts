import { defineModule } from '../../catalogue/module.ts';
import { tlsClientSim, tlsFingerprint } from './overview/clients.ts';
import { tlsIpInconsistent, tlsOrderInsecure } from './overview/consistency.ts';
import * as extensions from './handshake/extensions.ts';
import { tlsAlpnLax, tlsClientAuth, tlsGmtTime, tlsHeartbeatOffered, tlsNpn } from './handshake/handshake-facts.ts';
import { tlsGroupWeak } from './cryptography/groups.ts';
import * as keyExchange from './cryptography/key-exchange.ts';
import { tlsLargeHelloIntolerant, tlsPqDraftOnly, tlsPqMissing } from './cryptography/post-quantum.ts';
import { tlsProfile } from './overview/profile.ts';
import { tlsHelloAnswerTooLarge } from './handshake/answer-size.ts';
import { tlsRenegClient, tlsRenegInsecure } from './handshake/renegotiation.ts';
import { tlsEarlyData, tlsTicketLifetime } from './sessions/sessions.ts';
import { tlsSigalgWeak } from './cryptography/signatures.ts';
import * as suites from './cryptography/suites.ts';
import { tlsTicketKeyStatic } from './sessions/ticket-keys.ts';
import { tlsNoModern, tlsSslv2, tlsSslv3, tls10, tls11, tls13Missing } from './handshake/versions.ts';

/** Protocol versions, cipher suites, groups, signatures and extensions of every probed address. */
export const tlsConfiguration = defineModule({
  id: 'tls_configuration',
  title: 'TLS configuration',
  category: 'tls',
  checks: [
    tlsSslv2,
    tlsSslv3,
    tls10,
    tls11,
    tlsNoModern,
    tls13Missing,
    suites.tlsNullAnonExport,
    suites.tlsDes,
    suites.tlsRc4,
    suites.tls3desIdea,
    keyExchange.tlsNoForwardSecrecy,
    keyExchange.tlsStaticRsa,
    keyExchange.tlsDheOffered,
    keyExchange.tlsDhWeak,
    suites.tlsNoAead,
    suites.tlsCbcOffered,
    suites.tlsCcm8,
    suites.tlsObscureCipher,
    tlsOrderInsecure,
    tlsGroupWeak,
    tlsPqMissing,
    tlsPqDraftOnly,
    tlsLargeHelloIntolerant,
    tlsHelloAnswerTooLarge,
    tlsSigalgWeak,
    extensions.tlsEmsMissing,
    tlsRenegInsecure,
    tlsRenegClient,
    extensions.tlsCompression,
    extensions.tlsFallbackScsv,
    tlsEarlyData,
    tlsTicketLifetime,
    tlsTicketKeyStatic,
    tlsAlpnLax,
    keyExchange.tlsDhReuse,
    extensions.tlsDowngradeSentinel,
    extensions.tlsGreaseIntolerant,
    tlsIpInconsistent,
    tlsGmtTime,
    tlsHeartbeatOffered,
    tlsNpn,
    tlsClientAuth,
    tlsClientSim,
    tlsProfile,
    tlsFingerprint,
  ],
});
