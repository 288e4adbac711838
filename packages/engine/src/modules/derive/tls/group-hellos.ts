import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import type { HelloToSend } from '../../../catalogue/reproduce-hello.ts';

/** Offers only the groups of RFC 10024, without a key share: the answer is a HelloRetryRequest that names one, or an alert. */
export const quantumHello: HelloToSend = {
  suites: [0x1301, 0x1302, 0x1303],
  extensions: [
    extension.supportedGroups([0x11ec, 0x11eb, 0x11ed]),
    extension.signatureAlgorithms([0x0403, 0x0804, 0x0401]),
    extension.supportedVersions([0x0304]),
    extension.keyShare([]),
  ],
};

/** Offers the groups that all browsers offer, from TLS 1.2 on: the answer selects one, or is an alert. */
export const browserGroupsHello: HelloToSend = {
  suites: [0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8],
  extensions: [
    extension.supportedGroups([0x11ec, 0x001d, 0x0017, 0x0018]),
    extension.ecPointFormats,
    extension.signatureAlgorithms([0x0403, 0x0804, 0x0401]),
    extension.supportedVersions([0x0304, 0x0303]),
    extension.keyShare([]),
  ],
};
