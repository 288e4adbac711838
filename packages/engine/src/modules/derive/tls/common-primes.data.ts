/** A Diffie-Hellman prime that many servers share, so that one precomputation breaks all of them. */
export interface CommonPrime {
  /** Hex, no leading zeros, lower case. */
  prime: string;
  bits: number;
  name: string;
  /** Order of the subgroup of the generator, hex, where it is not (p - 1) / 2. */
  order?: string;
}

/**
 * Primes of at most 1024 bits that standards and server software have shipped. Sources: RFC 2409 sections 6.1 and 6.2; RFC
 * 5114 section 2.1; Apache httpd modules/ssl (mod_ssl.c of 2.0, ssl_engine_dh.c of 2.2); nginx src/event/ngx_event_openssl.c
 * before 1.11; OpenSSL apps/s_server.c; OpenJDK sun.security.provider.ParameterCache and sun.security.ssl.PredefinedDHParameterSpecs.
 */
export const commonPrimes: readonly CommonPrime[] = [
  {
    name: 'Oakley group 1 (RFC 2409), also built into JSSE',
    bits: 768,
    prime:
      'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a63a3620ffffffffffffffff',
  },
  {
    name: 'Oakley group 2 (RFC 2409), also built into JSSE and OpenSSL',
    bits: 1024,
    prime:
      'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7edee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff',
  },
  {
    name: 'group 22 (RFC 5114)',
    bits: 1024,
    prime:
      'b10b8f96a080e01dde92de5eae5d54ec52c99fbcfb06a3c69a6a9dca52d23b616073e28675a23d189838ef1e2ee652c013ecb4aea906112324975c3cd49b83bfaccbdd7d90c4bd7098488e9c219a73724effd6fae5644738faa31a4ff55bccc0a151af5f0dc8b4bd45bf37df365c1a65e68cfda76d4da708df1fb2bc2e4a4371',
    order: 'f518aa8781a8df278aba4e7d64b7cb9d49462353',
  },
  {
    name: 'Apache httpd 2.0, 512 bits',
    bits: 512,
    prime:
      'd4bcd52406f69b35994b88de5db89682c8157f62d8f33633ee5772f11f05ab22d6b5145b9f241e5acc31ff090a4bc71148976f76795094e71e7903529f5a824b',
  },
  {
    name: 'Apache httpd 2.0, 1024 bits',
    bits: 1024,
    prime:
      'e6969d3d495be32c7cf180c3bdd4798e91b7818251bb055e2a2064904a79a770fa15a259cbd523a6a6ef09c43048d5a22f971f3c20129b48000e6edd061cbc053e371d794e5327df611ebbbe1bac9b5c6044cf023d76e05eea9bad991b13a63c974e9ef1839eb5db125136f7262e56a8871538dfd823c6505085e21f0dd5c86b',
  },
  {
    name: 'Apache httpd 2.2, 512 bits',
    bits: 512,
    prime:
      '9fdb8b8a004544f0045f1737d0ba2e0b274cdf1a9f588218fb435316a16e374171fd19d8d8f37c39bf863fd60e3e300680a3030c6e4c3757d08f70e6aa871033',
  },
  {
    name: 'Apache httpd 2.2, 1024 bits',
    bits: 1024,
    prime:
      'd67de440cbbbdc1936d693d34afd0ad50c84d239a45f520bb88174cb98bce951849f912e639c72fb13b4b4d7177e16d55ac179ba420b2a29fe324a467a635e81ff5901377beddcfd33168a461aad3b72dae8860078045b07a7dbca7874087d1510ea9fcc9ddd330507dd62db88aeaa747de0f4d6e2bd68b0e7393e0f24218eb3',
  },
  {
    name: 'nginx before 1.11, 1024 bits',
    bits: 1024,
    prime:
      'bbbc2dcad84674907c43fcf580e9cfdbd958a3f568b42d4b08eed4eb0fb3504c6c030276e710800c5ccbbaa8922614c5beeca565a5fdf1d287a2bc049be6778060e91a92a757e3048f68b076f7d36cc8f29ba5df81dc2ca725ece66270cc9a5035d8ceceef9ea0274a63ab1e58fafd4988d0f65d146757da071df045cfe16b9b',
  },
  {
    name: 'OpenSSL s_server and many programs after it, 512 bits',
    bits: 512,
    prime:
      'da583c16d9852289d0e4af756f4cca92dd4be533b804fb0fed94ef9c8a4403ed574650d36999db29d776276ba2d3d412e218f4dd1e084cf6d8003e7c4774e833',
  },
  {
    name: 'JSSE, 512 bits for export suites',
    bits: 512,
    prime:
      'd87780e15ff50b4abbe89870188b049406b5bea98ab23a0241d88ea75b7755e669c08093d3f0ca7fc3a5a25cf067dcb9a43dd89d1d90921c6328884461e0b6d3',
  },
  {
    name: 'Java (DSA parameters used for Diffie-Hellman), 512 bits',
    bits: 512,
    prime:
      'fca682ce8e12caba26efccf7110e526db078b05edecbcd1eb4a208f3ae1617ae01f35b91a47e6df63413c5e12ed0899bcd132acd50d99151bdc43ee737592e17',
    order: '962eddcc369cba8ebb260ee6b6a126d9346e38c5',
  },
  {
    name: 'Java (DSA parameters used for Diffie-Hellman), 768 bits',
    bits: 768,
    prime:
      'e9e642599d355f37c97ffd3567120b8e25c9cd43e927b3a9670fbec5d890141922d2c3b3ad2480093799869d1e846aab49fab0ad26d2ce6a22219d470bce7d777d4a21fbe9c270b57f607002f3cef8393694cf45ee3688c11a8c56ab127a3daf',
    order: '9cdbd84c9f1ac2f38d0f80f42ab952e7338bf511',
  },
  {
    name: 'Java (DSA parameters used for Diffie-Hellman), 1024 bits',
    bits: 1024,
    prime:
      'fd7f53811d75122952df4a9c2eece4e7f611b7523cef4400c31e3f80b6512669455d402251fb593d8d58fabfc5f5ba30f6cb9b556cd7813b801d346ff26660b76b9950a5a49f9fe8047b1022c24fbba9d7feb7c61bf83b57e7c6a8a6150f04fb83f6d3c51ec3023554135a169132f675f3ae2b61d72aeff22203199dd14801c7',
    order: '9760508f15230bccb292b982a2eb840bf0581cf5',
  },
];
