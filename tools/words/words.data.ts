/** Words that do not belong in text for users, and what to write instead. Only words that plain English never needs here. */
export const words: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /\bmend(s|ed|ing)?\b/iu, instead: 'fix, remediate or repair' },
  { pattern: /\bwhoever\b/iu, instead: 'anyone who, or the attacker' },
  { pattern: /\boctets?\b/iu, instead: 'byte' },
  { pattern: /\b(is|are|was|were) told\b/iu, instead: 'receives, or reports' },
  { pattern: /\btold apart\b/iu, instead: 'distinguished' },
  { pattern: /\bwhat is asked\b/iu, instead: 'checks' },
  { pattern: /\bwhat had its time\b/iu, instead: 'expired' },
  { pattern: /\bgravest\b/iu, instead: 'most severe' },
  { pattern: /\bby the letter\b/iu, instead: 'strictly' },
  { pattern: /\b(defect|mistake) of ours\b/iu, instead: 'internal error' },
  { pattern: /\bheed(s|ed|ing)?\b/iu, instead: 'obey, honor or support' },
  { pattern: /\ba check of its own\b/iu, instead: 'separate check' },
  { pattern: /\bforetold\b/iu, instead: 'predictable' },
  { pattern: /\bspelt out\b/iu, instead: 'escaped, or explicit' },
  { pattern: /\bis too much\b/iu, instead: 'unexpected argument' },
];
