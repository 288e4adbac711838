import { defineModule } from '../../catalogue/module.ts';
import * as aliases from './aliases.ts';
import { breach, lucky13 } from './named-attacks.ts';
import { earlyCcs, heartbleed, ticketbleed } from './implementation.ts';
import { logjam } from './logjam.ts';
import { beast, drown, freak, poodleSsl3 } from './old-protocols.ts';
import { cbcOracle, poodleTls, robot } from './oracles.ts';
import { opossum, startTlsInjection } from './plaintext-upgrade.ts';
import { alpaca, insecureReuse } from './shared-trust.ts';

/** Attacks with a name: flaws of implementations, and what old protocols and neighbours open. */
export const tlsVulnerabilities = defineModule({
  id: 'tls_vulnerabilities',
  title: 'TLS vulnerabilities',
  category: 'tls',
  checks: [
    heartbleed,
    earlyCcs,
    ticketbleed,
    robot,
    poodleSsl3,
    poodleTls,
    cbcOracle,
    drown,
    freak,
    logjam,
    beast,
    aliases.sweet32,
    aliases.rc4Biases,
    aliases.crime,
    aliases.renegotiationInjection,
    aliases.renegotiationFlood,
    aliases.raccoon,
    opossum,
    startTlsInjection,
    alpaca,
    insecureReuse,
    lucky13,
    breach,
  ],
});
