import { keepCompiled } from '../compile-cache.ts';

// The service as a process of its own, to be killed by tests; only the engine is not the real one.
keepCompiled();
const [{ runProcess }, { deterministicEngine }] = await Promise.all([
  import('../process/run.ts'),
  import('./deterministic-engine.ts'),
]);
await runProcess(deterministicEngine(Number(process.env['TEST_PHASE_MS'] ?? '50')), { startsAhead: false });
