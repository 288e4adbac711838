// matrices.slow.test.ts guards the same in `npm test`: names and constraints in 1188 combinations, and 8 sets of edges.
import { allCommonNames, allConstraints, testGraphs, testNames } from './testing/matrices.ts';

testNames(allConstraints, allCommonNames);
testGraphs(64);
