const dates = '3600 20150420235959 20051021000000 40430 example.';

/** An NSEC3 record of the zone with its signature; all have the opt-out flag, 12 iterations and one salt. */
const nsec3 = (hash: string, next: string, types: string, signature: string): string => `
${hash}.example. 3600 IN NSEC3 1 1 12 aabbccdd ${next} ${types}
${hash}.example. 3600 IN RRSIG NSEC3 7 2 ${dates} ${signature}`;

/** Record sets of RFC 5155 appendix A with their published signatures, by owner and type, or by the start of a hash. */
export const rfc5155Sets: Readonly<Record<string, string>> = {
  'example DNSKEY': `
example. 3600 IN DNSKEY 256 3 7 AwEAAaetidLzsKWUt4swWR8yu0wPHPiUi8LUsAD0QPWU+wzt89epO6tHzkMBVDkC7qphQO2hTY4hHn9npWFRw5BYubE=
example. 3600 IN DNSKEY 257 3 7 AwEAAcUlFV1vhmqx6NSOUOq2R/dsR7Xm3upJj7IommWSpJABVfW8Q0rOvXdM6kzt+TAu92L9AbsUdblMFin8CVF3n4s=
example. 3600 IN RRSIG DNSKEY 7 1 3600 20150420235959 20051021000000 12708 example. AuU4juU9RaxescSmStrQks3Gh9FblGBlVU31uzMZ/U/FpsUb8aC6QZS+sTsJXnLnz7flGOsmMGQZf3bH+QsCtg==`,
  'example SOA': `
example. 3600 IN SOA ns1.example. bugs.x.w.example. 1 3600 300 3600000 3600
example. 3600 IN RRSIG SOA 7 1 ${dates} Hu25UIyNPmvPIVBrldN+9Mlp9Zql39qaUd8iq4ZLlYWfUUbbAS41pG+68z81q1xhkYAcEyHdVI2LmKusbZsT0Q==`,
  'a.z.w.example MX': `
a.z.w.example. 3600 IN MX 1 ai.example.
a.z.w.example. 3600 IN RRSIG MX 7 2 ${dates} CikebjQwGQPwijVcxgcZcSJKtfynugtlBiKb9FcBTrmOoyQ4InoWVudhCWsh/URX3lc4WRUMivEBP6+4KS3ldA==`,
  'ns1.example A': `
ns1.example. 3600 IN A 192.0.2.1
ns1.example. 3600 IN RRSIG A 7 2 ${dates} bu6kx73n6XEunoVGuRfAgY7EF/AJqHy7hj0jkiqJjB0dOrx3wuz9SaBeGfqWIdn/uta3SavN4FRvZR9SCFHF5Q==`,
  '0p9m': nsec3(
    '0p9mhaveqvm6t7vbl5lop2u3t2rp3tom',
    '2t7b4g4vsa5smi47k61mv5bv1a22bojr',
    'NS SOA MX RRSIG DNSKEY NSEC3PARAM',
    'OSgWSm26B+cS+dDL8b5QrWr/dEWhtCsKlwKLIBHYH6blRxK9rC0bMJPwQ4mLIuw85H2EY762BOCXJZMnpuwhpA==',
  ),
  b4um: nsec3(
    'b4um86eghhds6nea196smvmlo4ors995',
    'gjeqe526plbf1g8mklp59enfd789njgi',
    'MX RRSIG',
    'ZkPG3M32lmoHM6pa3D6gZFGB/rhL//Bs3Omh5u4m/CUiwtblEVOaAKKZd7S959OeiX43aLX3pOv0TSTyiTxIZg==',
  ),
  '35mt': nsec3(
    '35mthgpgcu1qg68fab165klnsnk3dpvl',
    'b4um86eghhds6nea196smvmlo4ors995',
    'NS DS RRSIG',
    'g6jPUUpduAJKRljUsN8gB4UagAX0NxY9shwQAynzo8EUWH+z6hEIBlUTPGj15eZll6VhQqgZXtAIR3chwgW+SA==',
  ),
  '2t7b': nsec3(
    '2t7b4g4vsa5smi47k61mv5bv1a22bojr',
    '2vptu5timamqttgl4luu9kg21e0aor3s',
    'A RRSIG',
    'OmBvJ1Vgg1hCKMXHFiNeIYHK9XVW0iLDLwJN4TFoNxZuP03gAXEI634YwOc4YBNITrj413iqNI6mRk/r1dOSUw==',
  ),
  ji6n: nsec3(
    'ji6neoaepv8b5o6k4ev33abha8ht9fgc',
    'k8udemvp1j2f7eg6jebps17vp3n8i58h',
    '',
    'gPkFp1s2QDQ6wQzcg1uSebZ61W33rUBDcTj72F3kQ490fEdp7k1BUIfbcZtPbX3YCpE+sIt0MpzVSKfTwx4uYA==',
  ),
  k8ud: nsec3(
    'k8udemvp1j2f7eg6jebps17vp3n8i58h',
    'kohar7mbb8dc2ce8a9qvl8hon4k53uhi',
    '',
    'FtXGbvF0+wf8iWkyo73enAuVx03klN+pILBKS6qCcftVtfH4yVzsEZquJ27NHR7ruxJWDNMtOtx7w9WfcIg62A==',
  ),
  q04j: nsec3(
    'q04jkcevqvmu85r014c7dkba38o0ji5r',
    'r53bq7cc2uvmubfu5ocmm6pers9tk9en',
    'A RRSIG',
    'hV5I89b+4FHJDATp09g4bbN0R1F845CaXpL3ZxlMKimoPAyqletMlEWwLfFia7sdpSzn+ZlNNlkxWcLsIlMmUg==',
  ),
  r53b: nsec3(
    'r53bq7cc2uvmubfu5ocmm6pers9tk9en',
    't644ebqk9bibcna874givr6joj62mlhv',
    'MX RRSIG',
    'aupviViruXs4bDg9rCbezzBMf9h1ZlDvbW/CZFKulIGXXLj8B/fsDJarXVDA9bnUoRhEbKp+HF1FWKW7RIJdtQ==',
  ),
};
