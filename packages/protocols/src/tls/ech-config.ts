import { ByteReader } from '../byte-reader.ts';
import { ProtocolError } from '../protocol-error.ts';
import { ldhLabel } from '../certification-path/names.ts';

/** The only version that is standard (RFC 9849 section 4). */
const ech = 0xfe0d;

/** The fields of an ECHConfig that decide whether a client can use it (RFC 9849 section 4). */
export interface EchConfig {
  configId: number;
  /** HPKE KEM identifier (RFC 9180 section 7.1). */
  kem: number;
  /** The name that a client asks for, and whose certificate it verifies, where the server rejects ECH (section 6.1.6). */
  publicName: string;
}

/** A list of configurations as DNS carries it: the usable ones, and the number of those with unknown versions. */
export type EchConfigList = { ok: true; configs: EchConfig[]; unknown: number } | { ok: false };

/** LDH labels, of which the last is no number (section 6.1.7). */
const isPublicName = (name: string): boolean => {
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  return labels.every((label) => ldhLabel.test(label)) && !/^(?:\d+|0x[\da-f]*)$/i.test(last);
};

function readConfig(reader: ByteReader): EchConfig {
  const configId = reader.u8();
  const kem = reader.u16();
  const key = reader.vector16();
  const suites = reader.vector16();
  reader.u8(); // maximum_name_length
  const publicName = String.fromCharCode(...reader.vector8());
  reader.vector16(); // extensions
  const isValid = key.length > 0 && suites.length >= 4 && suites.length % 4 === 0 && isPublicName(publicName);
  if (!isValid || reader.remaining > 0) throw new ProtocolError('ech-config-invalid', reader.offset);
  return { configId, kem, publicName: publicName.toLowerCase() };
}

/** Reads an ECHConfigList (RFC 9849 section 4). */
export function readEchConfigList(bytes: Uint8Array): EchConfigList {
  try {
    const whole = new ByteReader(bytes);
    const list = new ByteReader(whole.vector16());
    if (whole.remaining > 0 || list.remaining === 0) return { ok: false };
    const configs: EchConfig[] = [];
    let unknown = 0;
    while (list.remaining > 0) {
      const version = list.u16();
      const contents = list.vector16();
      if (version === ech) configs.push(readConfig(new ByteReader(contents)));
      else unknown += 1;
    }
    return { ok: true, configs, unknown };
  } catch (error) {
    if (error instanceof ProtocolError) return { ok: false };
    throw error;
  }
}
