/** A root that browsers still know, but not for certificates of every date. */
export interface Distrust {
  /** SHA-256 of the root. */
  sha256: string;
  name: string;
  by: 'Mozilla' | 'Chrome';
  /** Epoch seconds: certificates that begin after it are not trusted. */
  after: number;
}

const endOf = (day: string): number => Date.parse(`${day}T23:59:59Z`) / 1000;

/**
 * Mozilla: CKA_NSS_SERVER_DISTRUST_AFTER of NSS 3.126. Chrome: the constraints of its root store, which counts by the
 * oldest timestamp of a certificate (announced on 30 May 2025).
 */
export const distrustedRoots: readonly Distrust[] = [
  {
    sha256: '2530cc8e98321502bad96f9b1fba1b099e2d299e0f4548bb914f363bc0d4531f',
    name: 'Izenpe.com',
    by: 'Mozilla',
    after: endOf('2026-04-15'),
  },
  {
    sha256: 'f015ce3cc239bfef064be9f1d2c417e1a0264a0a94be1f0c8d121864eb6949cc',
    name: 'HiPKI Root CA - G1',
    by: 'Chrome',
    after: endOf('2025-07-31'),
  },
  {
    sha256: '6c61dac3a2def031506be036d2a6fe401994fbd13df9c8d466599274c446ec98',
    name: 'NetLock Arany (Class Gold) Főtanúsítvány',
    by: 'Chrome',
    after: endOf('2025-07-31'),
  },
];
