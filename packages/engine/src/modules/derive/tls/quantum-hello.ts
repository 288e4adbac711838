import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import type { HelloToSend } from '../../../catalogue/reproduce-hello.ts';

/** The groups of RFC 10024 alone and no public value: the answer is a HelloRetryRequest that names one, or an alert. */
export const quantumHello: HelloToSend = {
  suites: [0x1301, 0x1302, 0x1303],
  extensions: [
    extension.supportedGroups([0x11ec, 0x11eb, 0x11ed]),
    extension.signatureAlgorithms([0x0403, 0x0804, 0x0401]),
    extension.supportedVersions([0x0304]),
    extension.keyShare([]),
  ],
};
