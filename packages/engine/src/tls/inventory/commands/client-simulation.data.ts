import type { TlsVersionName } from '../../../evidence/tls/schema.ts';

/** The offer of one client in its ClientHello. */
export interface SimulatedClient {
  name: string;
  /** Newest first. */
  versions: readonly Exclude<TlsVersionName, 'SSLv2'>[];
  /** Code points in hex, in the client's order; with signalling values, without reserved (GREASE) ones. */
  suites: string;
  groups: string;
  /** Empty: the client sends no signature_algorithms, as before TLS 1.2. */
  schemes: string;
  protocols: readonly string[];
  /** False: the client sends no server_name. */
  sendsName: boolean;
  extendedMasterSecret: boolean;
  /** The client includes reserved values among its suites, groups and extensions (RFC 8701). */
  grease: boolean;
  /** Size of the hello with the client's own key shares, if larger than one TCP segment. */
  helloBytes?: number;
  /** The client aborts above this size of a Diffie-Hellman prime. */
  maxDhBits?: number;
}

/** Date of the table. */
export const simulatedClientsDate = '2026-11-21';

const chromium = {
  suites: '1301 1302 1303 c02b c02f c02c c030 cca9 cca8 c013 c014 009c 009d 002f 0035',
  schemes: '0403 0804 0401 0503 0805 0501 0806 0601',
  versions: ['TLSv1.3', 'TLSv1.2'],
  protocols: ['h2', 'http/1.1'],
  sendsName: true,
  extendedMasterSecret: true,
  grease: true,
} as const;

const firefox = {
  groups: '001d 0017 0018 0019 0100 0101',
  schemes: '0403 0503 0603 0804 0805 0806 0401 0501 0601 0203 0201',
  protocols: ['h2', 'http/1.1'],
  sendsName: true,
  extendedMasterSecret: true,
  grease: false,
} as const;

const opensslSuites =
  '1302 1303 1301 c02c c030 009f cca9 cca8 ccaa c02b c02f 009e c024 c028 006b c023 c027 0067 c00a c014 0039 c009 c013 0033 009d 009c 003d 003c 0035 002f';

const openssl3 = {
  suites: `${opensslSuites} 00ff`,
  groups: '001d 0017 001e 0019 0018 0100 0101 0102 0103 0104',
  schemes: '0403 0503 0603 0807 0808 0809 080a 080b 0804 0805 0806 0401 0501 0601 0303 0301 0302 0402 0502 0602',
  sendsName: true,
  extendedMasterSecret: true,
  grease: false,
} as const;

const everyTls = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1.0'] as const;
const until12 = ['TLSv1.2', 'TLSv1.1', 'TLSv1.0'] as const;

const jsse = {
  groups: '001d 0017 0018 0019 001e 0100 0101 0102 0103 0104',
  versions: ['TLSv1.3', 'TLSv1.2'],
  protocols: [],
  sendsName: true,
  extendedMasterSecret: true,
  grease: false,
} as const;

const jsseForwardSecret =
  '1302 1301 1303 c02c c02b cca9 c030 cca8 c02f 009f ccaa 00a3 009e 00a2 c024 c028 c023 c027 006b 006a 0067 0040 c00a c014 c009 c013 0039 0038 0033 0032';
const jsseSchemes = '0403 0503 0603 0807 0808 0804 0805 0806 0809 080a 080b 0401 0501 0601 0402 0303 0301 0302';

const oldJsseGroups =
  '0017 0001 0003 0013 0015 0006 0007 0009 000a 0018 000b 000c 0019 000d 000e 000f 0010 0011 0002 0012 0004 0005 0014 0008 0016';

const opensslCurves =
  '000e 000d 0019 000b 000c 0018 0009 000a 0016 0017 0008 0006 0007 0014 0015 0004 0005 0012 0013 0001 0002 0003 000f 0010 0011';
const opensslOldSchemes = '0601 0602 0603 0501 0502 0503 0401 0402 0403 0301 0302 0303 0201 0202 0203';

const oldLibrary = { protocols: [], sendsName: true, extendedMasterSecret: false, grease: false } as const;

/**
 * Clients from 2001 to 2026. Recorded locally: Chromium 156, curl, Python, Java 17 and 25, OpenSSL 1.0.1e, 1.0.2o,
 * 3.0.19 and 3.5 (the three of Node.js releases with the library's default list). From published recordings: Chrome 99,
 * Edge 101, Firefox 91, Safari 15.5 and 17.2 (curl-impersonate, tests/signatures), Chrome 58, Firefox 56 and 120, iOS
 * 11 (uTLS, u_parrots.go), Windows and Java 7 and 8 (JA3 strings). From source code: OpenSSL 1.1.1 (ssl/t1_lib.c,
 * s3_lib.c), Go 1.24 (crypto/tls).
 */
export const simulatedClients: readonly SimulatedClient[] = [
  {
    ...chromium,
    name: 'Chrome 156',
    groups: '11ec 001d 0017 0018',
    schemes: `0904 0905 0906 ${chromium.schemes}`,
    helloBytes: 1_959,
  },
  { ...chromium, name: 'Edge 101 / Windows 10', groups: '001d 0017 0018' },
  { ...chromium, name: 'Chrome 99 / Android 12', groups: '001d 0017 0018' },
  {
    ...chromium,
    name: 'Chrome 58',
    versions: until12,
    suites: 'c02b c02f c02c c030 cca9 cca8 c013 c014 009c 009d 002f 0035 000a',
    groups: '001d 0017 0018',
    schemes: `${chromium.schemes} 0201`,
  },
  {
    ...firefox,
    name: 'Firefox 120',
    versions: ['TLSv1.3', 'TLSv1.2'],
    suites: '1301 1303 1302 c02b c02f cca9 cca8 c02c c030 c00a c009 c013 c014 009c 009d 002f 0035',
  },
  {
    ...firefox,
    name: 'Firefox 91 ESR',
    versions: ['TLSv1.3', 'TLSv1.2'],
    suites: '1301 1303 1302 c02b c02f cca9 cca8 c02c c030 c00a c009 c013 c014 009c 009d 002f 0035 000a',
  },
  {
    ...firefox,
    name: 'Firefox 56',
    versions: until12,
    suites: 'c02b c02f cca9 cca8 c02c c030 c00a c009 c013 c014 0033 0039 002f 0035 000a',
    groups: '001d 0017 0018 0019',
  },
  {
    name: 'Safari 15.5 to 17.2 (macOS, iOS)',
    versions: everyTls,
    suites: '1301 1302 1303 c02c c02b cca9 c030 c02f cca8 c00a c009 c014 c013 009d 009c 0035 002f c008 c012 000a',
    groups: '001d 0017 0018 0019',
    schemes: '0403 0804 0401 0503 0203 0805 0805 0501 0806 0601 0201',
    protocols: ['h2', 'http/1.1'],
    sendsName: true,
    extendedMasterSecret: true,
    grease: true,
  },
  {
    name: 'Safari / iOS 11',
    versions: until12,
    suites: 'c02c c02b c024 c023 c00a c009 cca9 c030 c02f c028 c027 c014 c013 cca8 009d 009c 003d 003c 0035 002f',
    groups: '001d 0017 0018 0019',
    schemes: '0403 0804 0401 0503 0805 0501 0806 0601 0201',
    protocols: ['h2', 'h2-16', 'h2-15', 'h2-14', 'spdy/3.1', 'spdy/3', 'http/1.1'],
    sendsName: true,
    extendedMasterSecret: true,
    grease: false,
  },
  {
    name: 'Internet Explorer 11 and .NET / Windows 10 (Schannel)',
    versions: until12,
    suites: 'c02c c02b c030 c02f 009f 009e c024 c023 c028 c027 c00a c009 c014 c013 009d 009c 003d 003c 0035 002f 000a',
    groups: '001d 0017 0018',
    schemes: '0401 0501 0201 0403 0503 0203 0202 0601 0603',
    protocols: [],
    sendsName: true,
    extendedMasterSecret: true,
    grease: false,
  },
  {
    ...oldLibrary,
    name: 'Internet Explorer 8 to 10 / Windows 7 (Schannel)',
    versions: ['TLSv1.0'],
    suites: '002f 0035 0005 000a c013 c014 c009 c00a 0032 0038 0013 0004',
    groups: '0017 0018',
    schemes: '',
  },
  {
    ...oldLibrary,
    name: 'Internet Explorer 8 / Windows XP (Schannel)',
    versions: ['TLSv1.0'],
    suites: '0004 0005 000a 0009 0064 0062 0003 0006 0013 0012 0063',
    groups: '',
    schemes: '',
    sendsName: false,
  },
  {
    ...jsse,
    name: 'Java 25',
    suites: `${jsseForwardSecret} 00ff`,
    schemes: jsseSchemes,
  },
  {
    ...jsse,
    name: 'Java 17',
    suites: `${jsseForwardSecret} 009d 009c 003d 003c 0035 002f 00ff`,
    schemes: `${jsseSchemes} 0203 0201 0202`,
  },
  {
    ...oldLibrary,
    name: 'Java 8 before update 151',
    versions: until12,
    suites:
      'c023 c027 003c c025 c029 0067 0040 c009 c013 002f c004 c00e 0033 0032 c02b c02f 009c c02d c031 009e 00a2 c008 c012 000a c003 c00d 0016 0013 00ff',
    groups: oldJsseGroups,
    schemes: '0603 0601 0503 0501 0403 0401 0303 0301 0203 0201 0202',
    maxDhBits: 2_048,
  },
  {
    ...oldLibrary,
    name: 'Java 7',
    versions: ['TLSv1.0'],
    suites: 'c009 c013 002f c004 c00e 0033 0032 c007 c011 0005 c002 c00c c008 c012 000a c003 c00d 0016 0013 0004 00ff',
    groups: oldJsseGroups,
    schemes: '',
    maxDhBits: 1_024,
  },
  {
    ...openssl3,
    name: 'OpenSSL 3.5',
    versions: ['TLSv1.3', 'TLSv1.2'],
    suites: opensslSuites,
    groups: '11ec 001d 0017 001e 0018 0019 0100 0101',
    schemes: `0905 0906 0904 0403 0503 0603 0807 0808 081a 081b 081c 0809 080a 080b 0804 0805 0806 0401 0501 0601 0303 0301 0302 0402 0502 0602`,
    protocols: [],
    helloBytes: 1_552,
  },
  { ...openssl3, name: 'OpenSSL 3.0', versions: everyTls, protocols: [] },
  {
    ...openssl3,
    name: 'OpenSSL 1.1.1',
    versions: everyTls,
    groups: '001d 0017 001e 0019 0018',
    schemes:
      '0403 0503 0603 0807 0808 0809 080a 080b 0804 0805 0806 0401 0501 0601 0303 0203 0301 0201 0302 0202 0402 0502 0602',
    protocols: [],
  },
  {
    ...oldLibrary,
    name: 'OpenSSL 1.0.2',
    versions: until12,
    suites:
      'c030 c02c c028 c024 c014 c00a 00a5 00a3 00a1 009f 006b 006a 0069 0068 0039 0038 0037 0036 0088 0087 0086 0085 c032 c02e c02a c026 c00f c005 009d 003d 0035 0084 c02f c02b c027 c023 c013 c009 00a4 00a2 00a0 009e 0067 0040 003f 003e 0033 0032 0031 0030 009a 0099 0098 0097 0045 0044 0043 0042 c031 c02d c029 c025 c00e c004 009c 003c 002f 0096 0041 0007 c011 c007 c00c c002 0005 0004 c012 c008 0016 0013 0010 000d c00d c003 000a 00ff',
    groups: '0017 0019 001c 001b 0018 001a 0016 000e 000d 000b 000c 0009 000a',
    schemes: opensslOldSchemes,
  },
  {
    ...oldLibrary,
    name: 'OpenSSL 1.0.1',
    versions: until12,
    suites:
      'c030 c02c c028 c024 c014 c00a c022 c021 00a3 009f 006b 006a 0039 0038 0088 0087 c032 c02e c02a c026 c00f c005 009d 003d 0035 0084 c012 c008 c01c c01b 0016 0013 c00d c003 000a c02f c02b c027 c023 c013 c009 c01f c01e 00a2 009e 0067 0040 0033 0032 009a 0099 0045 0044 c031 c02d c029 c025 c00e c004 009c 003c 002f 0096 0041 0007 c011 c007 c00c c002 0005 0004 0015 0012 0009 0014 0011 0008 0006 0003 00ff',
    groups: opensslCurves,
    schemes: `${opensslOldSchemes} 0101`,
  },
  { ...openssl3, name: 'curl 7.88 (OpenSSL 3.0)', versions: everyTls, protocols: ['h2', 'http/1.1'] },
  {
    ...openssl3,
    name: 'Python 3.11 (OpenSSL 3.0)',
    versions: ['TLSv1.3', 'TLSv1.2'],
    suites: '1302 1303 1301 c02c c030 c02b c02f cca9 cca8 c024 c028 c023 c027 009f 009e 006b 0067 00ff',
    protocols: ['http/1.1'],
  },
  {
    name: 'Go 1.24',
    versions: ['TLSv1.3', 'TLSv1.2'],
    suites: 'c02b c02f c02c c030 cca9 cca8 c009 c013 c00a c014 1301 1302 1303',
    groups: '11ec 001d 0017 0018 0019',
    schemes: '0804 0403 0807 0805 0806 0401 0501 0601 0503 0603 0201 0203',
    protocols: ['h2', 'http/1.1'],
    sendsName: true,
    extendedMasterSecret: true,
    grease: false,
    helloBytes: 1_500,
  },
];
