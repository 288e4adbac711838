import type { Distrust } from './lists.ts';

/** A root in Mozilla's list that browsers trust only for certificates issued up to a date. */
export interface DistrustedRoot extends Distrust {
  /** SHA-256 of the root. */
  sha256: string;
  name: string;
}

type Row = readonly [name: string, sha256: string, lastDay: string];

/** The day on which the limits were compared with Chrome's. */
export const distrustDate = '2026-11-28';

/**
 * Chrome Root Store, version 36 (net/data/ssl/chrome_root_store/root_store.textproto): its sct_not_after_sec, the
 * latest allowed date of at least one timestamp of a certificate. Future limits are included: they affect no
 * certificate before their date, and a version older than that date would otherwise trust what browsers refuse.
 * Mozilla's own CKA_NSS_SERVER_DISTRUST_AFTER on a remaining root, Izenpe.com (2026-04-15, bug 2017317), is a day later
 * than Chrome's; the earlier one is used, because Chrome refuses later certificates.
 */
const chrome: readonly Row[] = [
  ['Buypass Class 2 Root CA', '9a114025197c5bb95d94e63d55cd43790847b646b23cdf11ada4a00eff15fb48', '2025-10-31'],
  ['Buypass Class 3 Root CA', 'edf7ebbca27a2a384d387b7d4010c666e2edb4843e4c29b4ae1d5b9332e6b24d', '2025-10-31'],
  ['Certigna Root CA', 'd48d3d23eedb50a459e55197601c27774b9d7b18c94d5a059511a10250b93168', '2026-06-14'],
  ['D-TRUST BR Root CA 1 2020', 'e59aaa816009c22bff5b25bad37df306f049797c1f81d85ab089e657bd8f0044', '2027-09-14'],
  ['D-TRUST BR Root CA 2 2023', '0552e6f83fdf65e8fa9670e666df28a4e21340b510cbe52566f97c4fb94b2bd1', '2027-09-14'],
  ['D-TRUST EV Root CA 1 2020', '08170d1aa36453901a2f959245e347db0c8d37abaabc56b81aa100dc958970db', '2027-08-30'],
  ['D-TRUST EV Root CA 2 2023', '8e8221b2e7d4007836a1672f0dcc299c33bc07d316f132fa1a206d587150f1ce', '2027-08-30'],
  ['D-TRUST Root Class 3 CA 2 2009', '49e7a442acf0ea6287050054b52564b650e4f49e42e348d6aa38e039e957b1c1', '2026-05-28'],
  [
    'D-TRUST Root Class 3 CA 2 EV 2009',
    'eec5496b988ce98625b934092eec2908bed0b0f316c2d4730c84eaf1f3d34881',
    '2026-05-28',
  ],
  ['DigiCert Assured ID Root G2', '7d05ebb682339f8c9451ee094eebfefa7953a114edb2f44949452fab7d2fc185', '2026-09-14'],
  ['DigiCert Assured ID Root G3', '7e37cb8b4c47090cab36551ba6f45db840680fba166a952db100717f43053fc2', '2026-09-14'],
  ['DigiCert Trusted Root G4', '552f7bdcf1a7af9e6ce672017f4f12abf77240c78e761ac203d1d9d20ac89988', '2026-06-30'],
  ['HiPKI Root CA - G1', 'f015ce3cc239bfef064be9f1d2c417e1a0264a0a94be1f0c8d121864eb6949cc', '2025-07-31'],
  ['Izenpe.com', '2530cc8e98321502bad96f9b1fba1b099e2d299e0f4548bb914f363bc0d4531f', '2026-04-14'],
  [
    'NetLock Arany (Class Gold) Főtanúsítvány',
    '6c61dac3a2def031506be036d2a6fe401994fbd13df9c8d466599274c446ec98',
    '2025-07-31',
  ],
  [
    'SSL.com EV Root Certification Authority ECC',
    '22a2c1f7bded704cc1e701b5f408c310880fe956b5de2a4a44f99c873a25a7c8',
    '2026-06-14',
  ],
  [
    'SSL.com EV Root Certification Authority RSA R2',
    '2e7bf16cc22485a7bbe2aa8696750761b0ae39be3b2fe9d0cc6d4ef73491425c',
    '2026-06-14',
  ],
  [
    'SSL.com Root Certification Authority ECC',
    '3417bb06cc6007da1b961c920b8ab4ce3fad820e4aa30b9acbc4a74ebdcebc65',
    '2026-06-14',
  ],
  [
    'SSL.com Root Certification Authority RSA',
    '85666a562ee0be5ce925c1d8890a6f76a87ec16d4d7d5f29ea7419cf20123b69',
    '2026-06-14',
  ],
  [
    'SwissSign RSA TLS Root CA 2022 - 1',
    '193144f431e0fddb740717d4de926a571133884b4360d30e272913cbe660ce41',
    '2027-06-14',
  ],
  ['T-TeleSec GlobalRoot Class 2', '91e2f5788d5810eba7ba58737de1548a8ecacd014598bc0b143e041b17052552', '2026-05-28'],
  ['T-TeleSec GlobalRoot Class 3', 'fd73dad31c644ff1b43bef0ccdda96710b9cd9875eca7e31707af3e96d522bbd', '2026-05-28'],
  [
    'Telekom Security TLS ECC Root 2020',
    '578af4ded0853f4e5998db4aeaf9cbea8d945f60b620a38d1a3c13b2bc7ba8e1',
    '2027-08-30',
  ],
  [
    'Telekom Security TLS RSA Root 2023',
    'efc65cadbb59adb6efe84da22311b35624b71b3b1ea0da8b6655174ec8978646',
    '2027-08-30',
  ],
  ['TWCA Global Root CA', '59769007f7685d0fcd50872f9f95d5755a5b2b457d81f3692b610a98672f0e1b', '2026-09-14'],
];

/** Each root once; certificates of the last day itself are still trusted. */
export const distrustedRoots: readonly DistrustedRoot[] = chrome.map(([name, sha256, lastDay]) => ({
  name,
  sha256,
  by: 'Chrome',
  after: Date.parse(`${lastDay}T23:59:59Z`) / 1_000,
}));
