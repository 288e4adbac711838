import { allCommonNames, allConstraints, testGraphs, testNames } from './testing/matrices.ts';

// At most two of the four kinds of subtrees at once, without a common name and with one that is the host: whatever one
// subtree does to another. Of the graphs, every set of edges of the small one.
const isUsed = (value: string): boolean => value !== 'none';
testNames(
  allConstraints.filter(
    ({ dns, ip }) => [dns.permitted, dns.excluded, ip.permitted, ip.excluded].filter(isUsed).length <= 2,
  ),
  allCommonNames.slice(0, 2),
);
testGraphs(8);
