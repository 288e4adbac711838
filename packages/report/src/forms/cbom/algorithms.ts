/** An algorithm in CycloneDX. */
export interface Algorithm {
  name: string;
  primitive: string;
  parameterSetIdentifier?: string;
  /** 0: not secure against quantum computers; omitted if NIST defines no category. */
  nistQuantumSecurityLevel?: number;
}

/** The category of ML-KEM by its parameter set (FIPS 203 section 8, table 2 and the text above it). */
const mlKem: Readonly<Record<string, number>> = { '512': 1, '768': 3, '1024': 5 };

/** A key-exchange group. Shor's algorithm breaks all that are not post-quantum (NIST IR 8547 section 4.1). */
export function groupAlgorithm(name: string): Algorithm {
  const parameters = /mlkem(?<set>512|768|1024)/iu.exec(name)?.groups?.['set'];
  if (parameters === undefined) {
    if (/kyber/iu.test(name)) return { name, primitive: 'combiner' };
    return { name, primitive: 'key-agree', nistQuantumSecurityLevel: 0 };
  }
  const isHybrid = !/^mlkem\d+$/iu.test(name);
  return {
    name,
    primitive: isHybrid ? 'combiner' : 'kem',
    parameterSetIdentifier: parameters,
    nistQuantumSecurityLevel: mlKem[parameters] ?? 0,
  };
}

/** The categories of a key search on AES define the odd levels (NIST call for proposals 2016, section 4.A.5). */
const aes: Readonly<Record<string, number>> = { '128': 1, '192': 3, '256': 5 };

/** What a cipher is by its name: encryption without a check of integrity is a block or a stream cipher. */
function primitiveOf(cipher: string): string {
  if (cipher === 'NULL') return 'other';
  if (cipher.startsWith('RC4')) return 'stream-cipher';
  return /_(?:GCM|CCM)$/u.test(cipher) ? 'ae' : 'block-cipher';
}

/** The cipher of a suite by IANA's name for it; null where the name tells none. */
export function cipherAlgorithm(suite: string): Algorithm | null {
  const [, size = '', mode = ''] = /_AES_(128|256)_(GCM|CCM_8|CCM|CBC)/u.exec(suite) ?? [];
  if (size !== '') {
    const primitive = mode === 'CBC' ? 'block-cipher' : 'ae';
    const level = aes[size];
    const strength = level === undefined ? {} : { nistQuantumSecurityLevel: level };
    return { name: `AES-${size}-${mode.replace('_', '-')}`, primitive, parameterSetIdentifier: size, ...strength };
  }
  if (/CHACHA20_POLY1305/u.test(suite))
    return { name: 'ChaCha20-Poly1305', primitive: 'ae', parameterSetIdentifier: '256' };
  const other = /_(3DES_EDE_CBC|DES_CBC|RC4_128|CAMELLIA_\d+_\w{3}|ARIA_\d+_\w{3}|SEED_CBC|IDEA_CBC|NULL)(?:_|$)/u.exec(
    suite,
  )?.[1];
  if (other === undefined) return null;
  return { name: other.replaceAll('_', '-'), primitive: primitiveOf(other) };
}

/** A key of a certificate, such as "rsa 2048" or "ec P-256". */
export function keyAlgorithm(key: string): Algorithm {
  const [type = '', parameters] = key.split(' ');
  const set = parameters === undefined ? {} : { parameterSetIdentifier: parameters };
  const isClassical = /^(?:rsa|ec|dsa|ed25519|ed448)/iu.test(type);
  return { name: key, primitive: 'signature', ...set, ...(isClassical ? { nistQuantumSecurityLevel: 0 } : {}) };
}

/** A signature as a certificate names it. */
export const signatureAlgorithm = (name: string): Algorithm => ({
  name,
  primitive: 'signature',
  ...(/rsa|ecdsa|ed25519|ed448|dsa-with/iu.test(name) && !/ml-?dsa|slh-?dsa/iu.test(name)
    ? { nistQuantumSecurityLevel: 0 }
    : {}),
});
