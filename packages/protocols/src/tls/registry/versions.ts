/** Version numbers on the wire (RFC 6101, 2246, 4346, 5246, 9846); SSL 2.0 has its own record format. */
export const wireVersions = {
  SSLv2: 0x0002,
  SSLv3: 0x0300,
  'TLSv1.0': 0x0301,
  'TLSv1.1': 0x0302,
  'TLSv1.2': 0x0303,
  'TLSv1.3': 0x0304,
} as const;

/** The usual name of a protocol version. */
export type VersionName = keyof typeof wireVersions;
