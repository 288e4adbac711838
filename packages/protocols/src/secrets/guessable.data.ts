/** Rows of keyboards, columns of keys, alphabets and numbers in order, as people type them in place of a password; read backwards, too. */
export const rows: readonly string[] = (
  'qwertyuiop qwertzuiop azertyuiop asdfghjkl zxcvbnm yxcvbnm 01234567890 1qaz2wsx3edc4rfv5tgb6yhn7ujm qazwsxedcrfvtgbyhnujm ' +
  'zaq1xsw2cde3vfr4 zaq12wsx 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 a1b2c3d4e5f6g7h8i9j0 1a2b3c4d5e6f7g8h9i0j ' +
  'abcdefghijklmnopqrstuvwxyz 0123456789abcdef 00112233445566778899aabbccddeeffgghh 13579 24680 147258369 159357 159753 ' +
  'deadbeef cafebabe feedface baadf00d deadc0de badc0de c0ffee deadcafe'
).split(' ');

/** Passwords that everybody tries first, besides the words of samples. */
export const firstTried: readonly string[] = 'letmein iloveyou trustno welcome hello qwerty qwertz azerty passw'.split(
  ' ',
);

/** MD5, SHA-1 and SHA-256 of the empty text and of the most common passwords. */
export const knownHashes: ReadonlySet<string> = new Set([
  // nothing
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  // password
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8',
  '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  // admin
  '21232f297a57a5a743894a0e4a801fc3',
  'd033e22ae348aeb5660fc2140aec35850c4da997',
  '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918',
  // 123456
  'e10adc3949ba59abbe56e057f20f883e',
  '7c4a8d09ca3762af61e59520943dc26494f8941b',
  '8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92',
  // secret
  '5ebe2294ecd0e0f08eab7690d2a6ee69',
  'e5e9fa1ba31ecd1ae84f75caaa474f3a663f05f4',
  '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b',
  // test
  '098f6bcd4621d373cade4e832627b4f6',
  'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  // root
  '63a9f0ea7bb98050796b649e85481845',
  'dc76e9f0c0006e8f919e0c515c66dbba3982f785',
  '4813494d137e1631bba301d5acab6e7bb7aa74ce1185d456565ef51d737677b2',
  // changeme
  '4cb9c8a8048fd02294477fcb1a41191a',
  'fa9beb99e4029ad5a6615399e7bbae21356086b3',
  '057ba03d6c44104863dc7361fe4578965d1887360f90a0895882e58a6248fc86',
  // 12345678
  '25d55ad283aa400af464c76d713c07ad',
  '7c222fb2927d828af22f592134e8932480637c0d',
  'ef797c8118f02dfb649607dd5d3f8c7623048c9c063d532cc95c5ed7a898a64f',
]);
