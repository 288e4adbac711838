import { concat, u16, u8, vector16, vector8, latin1Bytes } from '../../bytes.ts';

/** An ECHConfig (RFC 9849 section 4) with a key of zeros; contents of another kind where they are given. */
export const echConfig = (
  publicName: string,
  {
    version = 0xfe0d,
    suiteBytes = 4,
    more = new Uint8Array(0),
  }: { version?: number; suiteBytes?: number; more?: Uint8Array } = {},
): Uint8Array =>
  concat([
    u16(version),
    vector16(
      u8(7),
      // X25519 with HKDF SHA-256 (RFC 9180 section 7.1)
      u16(0x0020),
      vector16(new Uint8Array(32)),
      vector16(new Uint8Array(suiteBytes)),
      u8(0),
      vector8(latin1Bytes(publicName)),
      vector16(),
      more,
    ),
  ]);

/** An ECHConfigList. */
export const echConfigList = (...configs: readonly Uint8Array[]): Uint8Array => vector16(...configs);
